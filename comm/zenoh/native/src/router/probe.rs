//! Who answers on an address that is in use.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use zenoh::Wait;

use super::settings::Settings;

/// One attempt: a program that takes the connection and says nothing costs this [ms].
const ATTEMPT_MS: u64 = 1500;
/// All attempts: a router that starts at this very moment may have its other port already and this one not yet.
const PATIENCE: Duration = Duration::from_millis(2500);

/// Who answers.
pub enum Found {
    /// A Zenoh router.
    Router { id: String, endpoint: String },
    /// A Zenoh session of another kind.
    Peer(String),
    /// Nobody, or no Zenoh.
    Silence,
}

/// Looks for a router on the endpoints on which ours would listen; at most 4 s.
pub fn find_router(settings: &Settings) -> Found {
    let end = Instant::now() + PATIENCE;
    loop {
        let mut found = Found::Silence;
        for endpoint in &settings.endpoints {
            for endpoint in reachable(endpoint) {
                match look(settings, &endpoint) {
                    Some(router @ Found::Router { .. }) => return router,
                    Some(other) => found = other,
                    None => {}
                }
                if Instant::now() > end {
                    return found;
                }
            }
        }
        if matches!(found, Found::Peer(_)) || settings.endpoints.is_empty() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn look(settings: &Settings, endpoint: &str) -> Option<Found> {
    let config = settings.probe_config(endpoint, ATTEMPT_MS).ok()?;
    let session = zenoh::open(config).wait().ok()?;
    let info = session.info();
    let router = info.routers_zid().wait().next();
    let peer = info.peers_zid().wait().next();
    let _ = session.close().wait();
    match (router, peer) {
        (Some(id), _) => Some(Found::Router {
            id: id.to_string(),
            endpoint: endpoint.to_string(),
        }),
        (None, Some(id)) => Some(Found::Peer(id.to_string())),
        (None, None) => None,
    }
}

/// Where to reach what listens on `endpoint`: "every address" is none to connect to.
fn reachable(endpoint: &str) -> Vec<String> {
    for every in ["/[::]:", "/0.0.0.0:"] {
        if endpoint.contains(every) {
            return ["/127.0.0.1:", "/[::1]:"]
                .iter()
                .map(|one| endpoint.replacen(every, one, 1))
                .collect();
        }
    }
    vec![endpoint.to_string()]
}

/// Whether `endpoint` is the one that somebody else listens on; `error` is what Zenoh said when it could not.
pub fn is_in_use(endpoint: &str, error: &str) -> bool {
    if let Some(address) = ["tcp/", "tls/"].iter().find_map(|scheme| endpoint.strip_prefix(scheme)) {
        let address = address.split(['?', '#']).next().unwrap_or(address);
        return matches!(TcpListener::bind(address), Err(error) if error.kind() == std::io::ErrorKind::AddrInUse);
    }
    // UDP and QUIC say it by the system's words; a Unix socket by the lock beside it.
    error.contains("os error 98") || (endpoint.starts_with("unixsock-stream/") && error.contains("lock"))
}
