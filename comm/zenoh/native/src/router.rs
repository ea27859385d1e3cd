//! The router in this process: a Zenoh runtime in router mode, with the remote API when its configuration asks for it.
//!
//! - Ports are checked before anything starts, and the remote API is listening when `open` returns: its plugin would only log a failure.
//! - When an address is in use by a router that answers there, that one is used; every other case is an error, and nothing stays half started.
//! - The plugin runs on a tokio runtime of this router's own, which is shut before the Zenoh runtime: a task of the plugin would spin
//!   for ever when its session is closed under it.
//!
//! An error text that starts with `configuration:` tells of the text that was given.

mod probe;
mod remote_api;
mod settings;

use std::ffi::c_void;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime as Tokio};
use zenoh::internal::plugins::PluginsManager;
use zenoh::internal::runtime::{Runtime, RuntimeBuilder};
use zenoh::Wait;

use crate::guard::{guard, read_text};
use crate::threads;
use probe::{find_router, is_in_use, Found};
use remote_api::{PortError, RemoteApi, PLUGIN};
use settings::{plain, Settings};

/// Longest wait for the remote API to listen, on a computer that is busy; a port that another program has taken meanwhile is seen at once.
const STARTS_WITHIN: Duration = Duration::from_secs(10);
/// Longest wait for the clients of the remote API to be dismissed.
const ENDS_WITHIN: Duration = Duration::from_secs(2);

/// What `uri_zenoh_router_open` gives.
pub enum Router {
    /// One of our own.
    Own(Running),
    /// Another program's: it was there before.
    Reused {
        id: String,
        locators: Vec<String>,
        remote_api: Option<String>,
        text: String,
    },
}

/// A router that runs here.
pub struct Running {
    runtime: Runtime,
    tokio: Option<Tokio>,
    remote_api: Option<String>,
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(tokio) = self.tokio.take() {
            tokio.shutdown_timeout(ENDS_WITHIN);
        }
        let _ = self.runtime.close().wait();
    }
}

/// Why a router of our own did not start.
enum Refusal {
    /// Somebody listens on `address`, which `key` of the configuration names.
    InUse { address: String, key: &'static str },
    /// Anything else.
    Other(String),
}

/// Starts the router that `text` (JSON5) describes, or finds the one that is there already.
pub fn open(text: &str) -> Result<Router, String> {
    let mut settings = Settings::read(text).map_err(|error| format!("configuration: {error}"))?;
    match start(&mut settings) {
        Ok(running) => Ok(Router::Own(running)),
        Err(Refusal::Other(text)) => Err(text),
        Err(Refusal::InUse { address, key }) => reuse(&settings, &address, key),
    }
}

fn start(settings: &mut Settings) -> Result<Running, Refusal> {
    threads::prepare();
    let in_use = |address: String| Refusal::InUse {
        address,
        key: "plugins.remote_api.websocket_port",
    };
    let remote_api = match &mut settings.remote_api {
        Some(remote_api) => {
            remote_api.check_port().map_err(|error| match error {
                PortError::InUse => in_use(remote_api.address()),
                PortError::Other(text) => Refusal::Other(text),
            })?;
            Some(remote_api.clone())
        }
        None => None,
    };
    let tokio = Builder::new_multi_thread()
        .worker_threads(2)
        .thread_name("remote-api")
        .enable_all()
        .build();
    let tokio = tokio.map_err(|error| Refusal::Other(format!("no thread to run it: {error}")))?;
    let mut plugins = PluginsManager::static_plugins_only();
    if remote_api.is_some() {
        plugins.declare_static_plugin::<zenoh_plugin_remote_api::RemoteApiPlugin, _>(PLUGIN, false);
    }
    if let Some(loadable) = plugins.plugin_mut(PLUGIN) {
        loadable
            .load()
            .map_err(|error| Refusal::Other(format!("loading the remote API: {error}")))?;
    }
    let config = settings
        .router_config()
        .map_err(|error| Refusal::Other(format!("configuration: {error}")))?;
    let built = tokio.block_on(RuntimeBuilder::new(config).plugins_manager(plugins).build());
    let runtime = built.map_err(|error| Refusal::Other(format!("configuration: {}", plain(&error.to_string()))))?;
    // From here on, dropping it shuts everything in the right order.
    let mut running = Running {
        runtime,
        tokio: Some(tokio),
        remote_api: remote_api.as_ref().map(RemoteApi::url),
    };
    if let Some(remote_api) = &remote_api {
        if !remote_api.wait_until_listening(STARTS_WITHIN) {
            return Err(match remote_api.clone().check_port() {
                Err(PortError::InUse) => in_use(remote_api.address()),
                _ => Refusal::Other(format!("the remote API does not listen on {}", remote_api.address())),
            });
        }
    }
    let Running { runtime, tokio, .. } = &mut running;
    let started = match tokio {
        Some(tokio) => tokio.block_on(runtime.start()),
        None => Ok(()),
    };
    started.map_err(|error| {
        let text = error.to_string();
        let busy = settings.endpoints.iter().find(|endpoint| is_in_use(endpoint, &text));
        match busy {
            Some(endpoint) => Refusal::InUse {
                address: endpoint.clone(),
                key: "listen.endpoints",
            },
            None => Refusal::Other(format!(
                "listening on {}: {}; change listen.endpoints",
                settings.endpoints.join(", "),
                plain(&text)
            )),
        }
    })?;
    Ok(running)
}

fn reuse(settings: &Settings, address: &str, key: &str) -> Result<Router, String> {
    let holder = match find_router(settings) {
        Found::Router { id, endpoint } => {
            let offered = settings.remote_api.as_ref().filter(|remote_api| remote_api.answers());
            let remote_api = offered.map(RemoteApi::url);
            let mut text = format!("{endpoint} is in use by the Zenoh router {id}: that one is used");
            if let (Some(wanted), None) = (&settings.remote_api, &remote_api) {
                text += &format!("; it offers no remote API on {}", wanted.address());
            }
            return Ok(Router::Reused {
                id,
                locators: vec![endpoint],
                remote_api,
                text,
            });
        }
        Found::Peer(id) => format!("a Zenoh session that is no router, {id}, answers there"),
        Found::Silence => "what listens there is no Zenoh router, or does not answer".to_string(),
    };
    let holder = if key == "listen.endpoints" {
        holder
    } else {
        format!("no Zenoh router answers on {}", settings.endpoints.join(", "))
    };
    Err(format!(
        "{address} is in use: {holder}; end the program that listens there, or change {key}"
    ))
}

impl Router {
    /// What it is, as JSON: `id`, `locators`, `remoteApi` (null when there is none), `reused` (empty when it is our own).
    fn describe(&self) -> String {
        match self {
            Router::Own(running) => serde_json::json!({
                "id": running.runtime.zid().to_string(),
                "locators": running.runtime.get_locators().iter().map(|locator| locator.to_string()).collect::<Vec<_>>(),
                "remoteApi": running.remote_api,
                "reused": "",
            }),
            Router::Reused { id, locators, remote_api, text } => {
                serde_json::json!({ "id": id, "locators": locators, "remoteApi": remote_api, "reused": text })
            }
        }
        .to_string()
    }
}

/// Opens a router. Returns null with a text in `error` when that fails. Blocks, up to 5 s where an address is in use.
///
/// # Safety
/// `config` points to `config_length` bytes, `error` to `error_capacity` writable ones.
#[no_mangle]
pub unsafe extern "C" fn uri_zenoh_router_open(
    config: *const u8,
    config_length: u32,
    error: *mut u8,
    error_capacity: u32,
) -> *mut c_void {
    guard(std::ptr::null_mut(), error, error_capacity, || {
        let router = open(read_text(config, config_length)?)?;
        Ok(Box::into_raw(Box::new(router)).cast())
    })
}

/// Writes what the router is into `text`: JSON in UTF-8. Returns its length [bytes]; longer than `capacity`: nothing was written.
///
/// # Safety
/// `router` comes from `uri_zenoh_router_open` and is not closed; `text` points to `capacity` writable bytes.
#[no_mangle]
pub unsafe extern "C" fn uri_zenoh_router_describe(router: *mut c_void, text: *mut u8, capacity: u32) -> u32 {
    guard(0, std::ptr::null_mut(), 0, || {
        let description = (*router.cast::<Router>()).describe();
        if description.len() <= capacity as usize {
            std::ptr::copy_nonoverlapping(description.as_ptr(), text, description.len());
        }
        Ok(description.len() as u32)
    })
}

/// Ends the router. Blocks until everything is shut and its ports are free again; one that is another program's is left alone.
///
/// # Safety
/// `router` comes from `uri_zenoh_router_open` and is not closed.
#[no_mangle]
pub unsafe extern "C" fn uri_zenoh_router_close(router: *mut c_void) {
    guard((), std::ptr::null_mut(), 0, || {
        drop(Box::from_raw(router.cast::<Router>()));
        Ok(())
    })
}
