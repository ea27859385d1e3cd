//! What the router's configuration says, as far as the router must know it.

use zenoh::config::WhatAmI;
use zenoh::Config;

use super::remote_api::{RemoteApi, PLUGIN};

/// The configuration, read and checked.
pub struct Settings {
    config: Config,
    /// Where it listens, e.g. `tcp/127.0.0.1:9562`.
    pub endpoints: Vec<String>,
    /// The remote API, when it is configured.
    pub remote_api: Option<RemoteApi>,
}

impl Settings {
    /// Reads a JSON5 text. Errors: what is wrong with it, in one line.
    pub fn read(text: &str) -> Result<Settings, String> {
        let config = Config::from_json5(text).map_err(|error| in_one_line(&error.to_string()))?;
        match config.mode() {
            None | Some(WhatAmI::Router) => {}
            Some(mode) => return Err(format!("mode: '{mode}', wanted 'router', or no mode at all")),
        }
        let plugins: serde_json::Value = match config.get_json("plugins") {
            Ok(json) => serde_json::from_str(&json).map_err(|error| format!("plugins: {error}"))?,
            Err(_) => serde_json::Value::Null,
        };
        let mut remote_api = None;
        for (name, section) in plugins.as_object().into_iter().flatten() {
            if name != PLUGIN {
                return Err(format!(
                    "plugins.{name}: this router has the plugin {PLUGIN} alone; remove the others"
                ));
            }
            remote_api = Some(RemoteApi::read(section)?);
        }
        let endpoints = read_endpoints(&config)?;
        Ok(Settings {
            config,
            endpoints,
            remote_api,
        })
    }

    /// For the router itself.
    pub fn router_config(&self) -> Result<Config, String> {
        let mut config = self.config.clone();
        insert(&mut config, "mode", "\"router\"")?;
        // A router that cannot listen is an error at once, whatever the file says: nothing may wait half started.
        insert(&mut config, "listen/timeout_ms", "0")?;
        insert(&mut config, "listen/exit_on_failure", "true")?;
        if let Some(remote_api) = &self.remote_api {
            // The port may have been chosen just now.
            insert(
                &mut config,
                &format!("plugins/{PLUGIN}/websocket_port"),
                &format!("\"{}\"", remote_api.address()),
            )?;
        }
        Ok(config)
    }

    /// For a session that looks who answers on `endpoint`: the same keys and certificates, and nothing else is done with the network.
    pub fn probe_config(&self, endpoint: &str, timeout_ms: u64) -> Result<Config, String> {
        let mut config = self.config.clone();
        let endpoint = serde_json::Value::from(endpoint);
        let timeout = timeout_ms.to_string();
        config.remove("id").ok();
        config.remove(format!("plugins/{PLUGIN}")).ok();
        for (key, value) in [
            ("mode", "\"client\""),
            ("listen/endpoints", "[]"),
            ("connect/endpoints", &format!("[{endpoint}]")),
            ("connect/timeout_ms", "0"),
            ("connect/exit_on_failure", "true"),
            ("scouting/multicast/enabled", "false"),
            ("scouting/gossip/enabled", "false"),
            ("adminspace/enabled", "false"),
            ("transport/unicast/open_timeout", &timeout),
            ("transport/shared_memory/enabled", "false"),
        ] {
            insert(&mut config, key, value)?;
        }
        Ok(config)
    }
}

/// One list, or one for each mode.
fn read_endpoints(config: &Config) -> Result<Vec<String>, String> {
    let json = config
        .get_json("listen/endpoints")
        .map_err(|error| format!("listen.endpoints: {error}"))?;
    let value: serde_json::Value = serde_json::from_str(&json).map_err(|error| format!("listen.endpoints: {error}"))?;
    let list = if value.is_object() { &value["router"] } else { &value };
    Ok(list
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|endpoint| endpoint.as_str().map(str::to_string))
        .collect())
}

fn insert(config: &mut Config, key: &str, value: &str) -> Result<(), String> {
    config
        .insert_json5(key, value)
        .map_err(|error| format!("{}: {}", key.replace('/', "."), plain(&error.to_string())))
}

/// The parser draws the place of an error over several lines: ` --> 3:7`, the text, a mark, and ` = expected a string`.
fn in_one_line(text: &str) -> String {
    let place = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("--> ")?.split_once(':'));
    let reason = text.lines().find_map(|line| line.trim().strip_prefix("= "));
    match (place, reason) {
        (Some((line, column)), Some(reason)) => format!("line {line}, column {column}: {reason}"),
        _ => plain(text),
    }
}

/// Zenoh's own texts name the lines of its sources: ` at /…/tcp.rs:61.`; that helps nobody who reads a log.
pub fn plain(text: &str) -> String {
    let mut rest = text;
    let mut plain = String::new();
    while let Some(start) = rest.find(" at /") {
        let Some(end) = rest[start..].find(".rs:").map(|end| start + end + 4) else {
            break;
        };
        plain += &rest[..start];
        rest = rest[end..].trim_start_matches(|c: char| c.is_ascii_digit());
        rest = rest.strip_prefix('.').unwrap_or(rest);
    }
    (plain + rest).lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_places_of_zenoh_are_left_out() {
        let text = "Can not listen: [a: in use (os error 98) at /x/zenoh-1/src/tcp.rs:61.] at /x/unicast.rs:338.";
        assert_eq!(plain(text), "Can not listen: [a: in use (os error 98)]");
        assert_eq!(plain("no place at /all"), "no place at /all");
    }

    #[test]
    fn what_is_wrong_is_said_in_one_line() {
        let refused = |text: &str| Settings::read(text).err().unwrap();
        assert_eq!(
            refused("{ mode: \"router\",\n  !"),
            "line 2, column 3: expected identifier or string"
        );
        assert!(refused("{ mode: \"peer\" }").starts_with("mode: 'peer'"));
        assert!(refused("{ plugins: { rest: {} } }").starts_with("plugins.rest: "));
        assert!(refused("{ plugins: { remote_api: { websocket_port: 70000 } } }").contains("port at most 65535"));
    }

    #[test]
    fn endpoints_stand_in_one_list_or_in_one_for_each_mode() {
        let endpoints = |text: &str| Settings::read(text).ok().unwrap().endpoints;
        assert_eq!(
            endpoints("{ listen: { endpoints: [\"tcp/127.0.0.1:1\"] } }"),
            ["tcp/127.0.0.1:1"]
        );
        let each = "{ listen: { endpoints: { router: [\"tcp/127.0.0.1:1\"], peer: [\"tcp/127.0.0.1:2\"] } } }";
        assert_eq!(endpoints(each), ["tcp/127.0.0.1:1"]);
    }
}
