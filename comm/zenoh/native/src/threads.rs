//! What Zenoh reads from the environment of the process is decided here: a variable that was meant for another program must not change this one.

use std::sync::Once;

const VARIABLE: &str = "ZENOH_RUNTIME";

/// One thread that receives, where Zenoh has two: each message would wake the other one, too, for nothing. Measured: a round trip is a fifth shorter.
/// One that also sends would save a third more, but wherever a callback or a router sends a message that must not be dropped, and
/// that does not fit the queue, both would wait for each other until the connection is closed.
const THREADS: &str = "(rx: (worker_threads: 1))";

static PREPARED: Once = Once::new();

/// Says so to Zenoh, in the only way that it has: it reads this variable once, when it begins. To be called before that. Its log, which the
/// plugin would write to the standard output when RUST_LOG is set, goes nowhere.
pub fn prepare() {
    PREPARED.call_once(|| {
        std::env::set_var(VARIABLE, THREADS);
        let _ = tracing::subscriber::set_global_default(tracing::subscriber::NoSubscriber::new());
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(way: &str, endpoint: &str) -> zenoh::Session {
        let text =
            format!(r#"{{ {way}: {{ endpoints: ["{endpoint}"] }}, scouting: {{ multicast: {{ enabled: false }} }} }}"#);
        zenoh::Wait::wait(zenoh::open(zenoh::Config::from_json5(&text).unwrap())).unwrap()
    }

    /// Zenoh ends the process when it does not understand what the variable says.
    #[test]
    fn one_thread_receives() {
        prepare();
        let endpoint = format!("unixsock-stream//tmp/uri-zenoh-threads-{}.sock", std::process::id());
        let first = session("listen", &endpoint);
        let second = session("connect", &endpoint);
        let tasks = std::fs::read_dir("/proc/self/task").unwrap();
        let names = tasks.map(|task| std::fs::read_to_string(task.unwrap().path().join("comm")).unwrap_or_default());
        assert_eq!(names.filter(|name| name.starts_with("rx-")).count(), 1);
        zenoh::Wait::wait(second.close()).unwrap();
        zenoh::Wait::wait(first.close()).unwrap();
    }
}
