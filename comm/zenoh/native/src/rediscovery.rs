//! Finds peers again.
//!
//! Zenoh looks for peers by multicast 1, 2, 4 and then 8 s apart, counted from the opening, on the interfaces that were there then, and does
//! not hurry when a peer is lost. Here a Scout goes out on the addresses that this computer has by now, and every peer or router that
//! answers is connected to, unless it is already: twice a second while nobody is connected and for a while after a peer was lost, else rarely,
//! since all who are there answer each time.

use std::sync::{Arc, Condvar, Mutex};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use zenoh::config::WhatAmI;
use zenoh::internal::runtime::{Runtime, ZRuntime};
use zenoh::{Config, Session, Wait};

/// From one Scout to the next, while somebody may be missing.
const PERIOD: Duration = Duration::from_millis(500);
/// The same while all are there: somebody whose own Scouts do not come through may have come.
const CALM_PERIOD: Duration = Duration::from_secs(4);
/// A peer counts as missing for so long after it was lost. It may also have ended.
const MISSED_FOR: Duration = Duration::from_secs(60);
/// Answers are taken for so long; the socket is a new one each time.
const ANSWERS_WITHIN: Duration = Duration::from_millis(300);

/// Looks for peers until it is dropped.
pub(crate) struct Rediscovery {
    stop: Arc<(Mutex<bool>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

impl Rediscovery {
    /// Starts to look for the peers of `session`, which runs on `runtime`, by the settings of `config`; `None` where these do not want
    /// multicast, or the session is no peer. To be dropped before the session is closed.
    pub(crate) fn start(session: Session, runtime: Runtime, config: &Config) -> std::io::Result<Option<Self>> {
        let set = |key: &str| {
            config
                .get_json(key)
                .ok()
                .and_then(|text| serde_json::from_str::<serde_json::Value>(&text).ok())
        };
        let off = set("scouting/multicast/enabled").and_then(|value| value.as_bool()) == Some(false);
        if off || runtime.whatami() != WhatAmI::Peer {
            return Ok(None);
        }
        // The generated configuration lists the addresses that there were; a user's list is meant.
        let all = set("metadata").is_some_and(|value| value["uri"]["interfaces"] == "all");
        let config = config.clone();
        let stop = Arc::new((Mutex::new(false), Condvar::new()));
        let look = Look {
            session,
            runtime,
            config,
            all,
            stop: stop.clone(),
        };
        let thread = Builder::new()
            .name("uri-rediscovery".into())
            .spawn(move || look.run())?;
        Ok(Some(Self {
            stop,
            thread: Some(thread),
        }))
    }
}

/// What the thread works with.
struct Look {
    session: Session,
    runtime: Runtime,
    config: Config,
    /// All addresses that this computer has by then.
    all: bool,
    stop: Arc<(Mutex<bool>, Condvar)>,
}

impl Look {
    fn run(self) {
        let mut peers = 0;
        let mut missed_since: Option<Instant> = None;
        let mut last = Instant::now();
        while !self.pause(PERIOD - ANSWERS_WITHIN) {
            let now = self.session.info().peers_zid().wait().count();
            if now < peers {
                missed_since = Some(Instant::now());
            }
            peers = now;
            let is_missed = peers == 0 || missed_since.is_some_and(|since| since.elapsed() < MISSED_FOR);
            if !is_missed && last.elapsed() < CALM_PERIOD {
                continue;
            }
            last = Instant::now();
            if self.scout() {
                break;
            }
        }
    }

    /// Asks who is there, and connects to all who answer. Returns true when it is to end.
    fn scout(&self) -> bool {
        let mut config = self.config.clone();
        if self.all {
            let list = format!("\"{}\"", addresses().join(","));
            let _ = config.insert_json5("scouting/multicast/interface", &list);
        }
        let runtime = self.runtime.clone();
        let scout = zenoh::scout(WhatAmI::Peer | WhatAmI::Router, config)
            .callback(move |hello| {
                let runtime = runtime.clone();
                ZRuntime::Net.spawn(async move {
                    let locators = hello.locators().to_vec();
                    if !locators.is_empty() {
                        runtime.connect_peer(&hello.zid().into(), &locators).await;
                    }
                });
            })
            .wait();
        let ended = self.pause(ANSWERS_WITHIN);
        drop(scout);
        ended
    }

    /// Waits. Returns true when it is to end.
    fn pause(&self, length: Duration) -> bool {
        let until = Instant::now() + length;
        let mut ended = self.stop.0.lock().unwrap_or_else(|broken| broken.into_inner());
        while !*ended {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            ended = self
                .stop
                .1
                .wait_timeout(ended, left)
                .unwrap_or_else(|broken| broken.into_inner())
                .0;
        }
        *ended
    }
}

impl Drop for Rediscovery {
    fn drop(&mut self) {
        *self.stop.0.lock().unwrap_or_else(|broken| broken.into_inner()) = true;
        self.stop.1.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The IPv4 addresses that this computer has now, the loopback first.
fn addresses() -> Vec<String> {
    let mut found = vec!["127.0.0.1".to_string()];
    let mut first: *mut libc::ifaddrs = std::ptr::null_mut();
    // SAFETY: the list is the system's, read while it is there, and given back.
    unsafe {
        if libc::getifaddrs(&mut first) != 0 {
            return found;
        }
        let mut each = first;
        while let Some(entry) = each.as_ref() {
            if entry.ifa_flags & libc::IFF_UP as u32 != 0
                && entry
                    .ifa_addr
                    .as_ref()
                    .is_some_and(|a| i32::from(a.sa_family) == libc::AF_INET)
            {
                let address = (*entry.ifa_addr.cast::<libc::sockaddr_in>()).sin_addr;
                let text = std::net::Ipv4Addr::from(u32::from_be(address.s_addr)).to_string();
                if !found.contains(&text) {
                    found.push(text);
                }
            }
            each = entry.ifa_next;
        }
        libc::freeifaddrs(first);
    }
    found
}
