import type { z } from "zod";
import { ConfigProblems } from "../core/config_problems.ts";
import { didYouMean } from "../core/did_you_mean.ts";
import { type KeyPath, keyPath } from "../core/key_path.ts";
import { locateYaml } from "../core/locate_yaml.ts";
import { orList } from "../core/or_list.ts";
import { quoted } from "../core/quoted.ts";
import type { SourceMark, YamlNode } from "../core/yaml_node.ts";
import { checkPath } from "./check_path.ts";
import type { Checked } from "./check_section.ts";
import { CONFIG_DEFAULTS } from "./config_defaults.ts";
import type { ConfigSupport } from "./config_support.ts";
import type { NetworkConfig } from "./network_config.ts";
import type { NETWORK_SECTION } from "./network_section.ts";
import { remoteApiFault } from "./remote_api_fault.ts";
import { usesZenoh } from "./uses_zenoh.ts";

/** Legal names, whether or not this build supports them. */
const PROTOCOLS = ["shm", "zenoh", "zenoh/shm"];
const BACKENDS = ["flatbuffer", "protobuf"];

/** How {@link checkNetwork} checks. */
export interface CheckNetworkOptions {
  /** Say nothing of what is missing, because a part of the entry could not be read. */
  readonly ignoreMissing?: boolean;
}

/**
 * Completes a `network_interface` section that has passed `checkSection` and notes what this build cannot do. `root` holds the
 * section under the key `network_interface`, or not at all; `path` is the path of `root`.
 */
export async function checkNetwork(
  data: Checked<z.infer<typeof NETWORK_SECTION>>,
  root: YamlNode,
  at: SourceMark,
  path: KeyPath,
  support: ConfigSupport,
  problems: ConfigProblems,
  options: CheckNetworkOptions = {},
): Promise<NetworkConfig> {
  const locate = (key: string) => locateYaml(root, ["network_interface", key], at);
  const full = (key: string) => [...path, "network_interface", key];
  const { protocol = CONFIG_DEFAULTS.protocol, backend = CONFIG_DEFAULTS.backend } = data;
  const check = (key: string, what: string, value: string, legal: readonly string[], supported: readonly string[]) => {
    const { node, mark } = locate(key);
    // A value that is written but no text is reported already.
    if (supported.includes(value) || (node !== undefined && data[key as "protocol" | "backend"] === undefined)) return;
    const wanted = orList(supported);
    if (node === undefined) {
      if (options.ignoreMissing) return;
      const message = `is missing, and its default ${
        quoted(value)
      } is not yet supported by this build; wanted ${wanted}`;
      problems.add(mark, keyPath(full(key)), message, { hint: `write '${key}: ${supported[0]}'` });
    } else if (legal.includes(value)) {
      const message = `${quoted(value)} is not yet supported by this build; wanted ${wanted}`;
      problems.add(mark, keyPath(full(key)), message, { value });
    } else {
      const message = `${quoted(value)} is not ${what}; wanted ${wanted}`;
      problems.add(mark, keyPath(full(key)), message, { value, hint: didYouMean(value, supported) });
    }
  };
  check("protocol", "a protocol", protocol, PROTOCOLS, support.protocols);
  check("backend", "a backend", backend, BACKENDS, support.backends);
  const isZenoh = usesZenoh(protocol);
  const meaningless = `has no meaning with protocol ${quoted(protocol)}; wanted zenoh or zenoh/shm`;
  const remoteApi = data.remote_api;
  if (remoteApi !== undefined) {
    const note = (message: string, hint?: string) =>
      problems.add(locate("remote_api").mark, keyPath(full("remote_api")), message, { value: remoteApi, hint });
    const fault = remoteApiFault(remoteApi);
    if (fault !== undefined) note(fault.message, fault.hint);
    else if (!isZenoh) note(meaningless, "remove it, or change the protocol");
    else if (data.configuration !== undefined) {
      note("is given beside configuration; wanted one of them", "a file configures a session of this process's own");
    }
  }
  if (data.configuration !== undefined && protocol === "shm") {
    const { mark } = locate("configuration");
    problems.add(mark, keyPath(full("configuration")), meaningless, { hint: "remove it, or change the protocol" });
  }
  const configuration = data.configuration === undefined || protocol === "shm"
    ? undefined
    : await checkFile(data.configuration, isZenoh, locate("configuration").mark, full("configuration"), problems);
  return {
    protocol,
    backend,
    ...(configuration === undefined ? {} : { configuration }),
    ...(remoteApi === undefined ? {} : { remoteApi }),
    latencyStats: data.latency_stats ?? false,
    connectionTimeoutMs: data.connection_timeout_ms ?? CONFIG_DEFAULTS.connectionTimeoutMs,
  };
}

/** The absolute path of a file for the transport. One for Zenoh is read and checked; only then its parser is loaded. */
async function checkFile(
  path: string,
  isZenoh: boolean,
  at: SourceMark,
  key: KeyPath,
  problems: ConfigProblems,
): Promise<string> {
  const found = new ConfigProblems();
  const absolute = await checkPath(path, "file", at, key, found);
  if (isZenoh && found.isEmpty) await (await import("./zenoh/check_zenoh_file.ts")).checkZenohFile(absolute, found);
  problems.addAll(found.all);
  return absolute;
}
