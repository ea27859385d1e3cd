import assert from "node:assert/strict";
import fc from "fast-check";
import { ConfigProblems } from "../../core/config_problems.ts";
import { checkZenohConfig } from "./check_zenoh_config.ts";

/** One fault each: the text, and what is said of it. */
const FAULTS: readonly (readonly [text: string, ...expected: string[]])[] = [
  ["", "1:1: the file is empty; wanted a Zenoh configuration"],
  [" \n", "1:1: the file is empty; wanted a Zenoh configuration"],
  [
    "// nothing",
    "1:1: is no valid JSON5: the file ends too early; wanted the rest of a value (a brace, bracket or quote is not closed)",
  ],
  [
    "{ mode: 'peer\\",
    "1:16: is no valid JSON5: the file ends too early; wanted the rest of a value (a brace, bracket or quote is not closed)",
  ],
  ["[1]", '1:1: the file is a list; wanted a map, { mode: "peer", … }'],
  ["'peer'", '1:1: the file is a text; wanted a map, { mode: "peer", … }'],
  [
    "{",
    "1:1: is no valid JSON5: the file ends too early; wanted the rest of a value (a brace, bracket or quote is not closed)",
  ],
  [
    "{\n  mode: 'peer,\n}",
    "3:2: is no valid JSON5: the file ends too early; wanted the rest of a value (a brace, bracket or quote is not closed)",
  ],
  [
    "{\n  mode: peer,\n}",
    "2:9: is no valid JSON5: 'peer' is not expected here; wanted a comma, a colon or a value (texts stand in quotes)",
  ],
  [
    '{\n  "mode": "peer"\n  "id": "1"\n}',
    "3:3: is no valid JSON5: '\"id\"' is not expected here; wanted a comma, a colon or a value (something is missing before it)",
  ],
  [
    'mode: "peer"',
    "1:1: is no valid JSON5: 'mode' is not expected here; wanted a comma, a colon or a value (the whole file stands in braces: { … })",
  ],
  ["{mode: 'Peer'}", "1:8: mode: 'Peer' is no mode; wanted router, peer or client (did you mean 'peer'?)"],
  ["{mode: ['peer']}", "1:8: mode: a list is no mode; wanted router, peer or client"],
  ["{mode: null}", "1:8: mode: null is no mode; wanted router, peer or client"],
  [
    "{\n  scouting: { multicats: { enabled: false } },\n}",
    "2:15: scouting.multicats: 'multicats' is no key of Zenoh's here; wanted timeout, delay, multicast or gossip (did you mean 'multicast'?)",
  ],
  [
    "{transport: {lease: 1}}",
    "1:14: transport.lease: 'lease' is no key of Zenoh's here; wanted unicast, multicast, link, shared_memory or auth ('lease' belongs under 'transport.link.tx')",
  ],
  [
    "{connect: {mode: 'peer'}}",
    "1:12: connect.mode: 'mode' is no key of Zenoh's here; wanted timeout_ms, endpoints, exit_on_failure or retry",
  ],
  [
    "{open: {namespace: 'x'}}",
    "1:9: open.namespace: 'namespace' is no key of Zenoh's here; wanted return_conditions ('namespace' belongs to the top level)",
  ],
  [
    "{connect: {endpoints: {peer: ['tcp/a:1'], ruter: []}}}",
    "1:43: connect.endpoints.ruter: 'ruter' is no key of Zenoh's here; wanted router, peer or client (did you mean 'router'?)",
  ],
  [
    "{connect: {endpoints: ['tcp/a:1', {strategy: 'allOf', locator: []}]}}",
    "1:55: connect.endpoints[1].locator: 'locator' is no key of Zenoh's here; wanted strategy or locators (did you mean 'locators'?)",
  ],
  [
    "{scouting: {gossip: {autoconnect_strategy: {peer: {to_ruter: 'always'}}}}}",
    "1:52: scouting.gossip.autoconnect_strategy.peer.to_ruter: 'to_ruter' is no key of Zenoh's here; wanted to_router, to_peer or to_client (did you mean 'to_router'?)",
  ],
  [
    "{access_control: {rules: [{}, {permision: 'allow'}]}}",
    "1:32: access_control.rules[1].permision: 'permision' is no key of Zenoh's here; wanted id, key_exprs, messages, flows or permission (did you mean 'permission'?)",
  ],
  [
    "{plugins: {remote_apis: {}}}",
    "1:12: plugins.remote_apis: 'remote_apis' is no key of Zenoh's here; wanted remote_api or another name (did you mean 'remote_api'?)",
  ],
  [
    "{plugins: {remote_api: {port: 1}}}",
    "1:25: plugins.remote_api.port: 'port' is no key of Zenoh's here; wanted websocket_port, secure_websocket, __path__, __required__ or __config__",
  ],
  [
    "{id: 'a', /* again */ \"id\": 'b'}",
    "1:23: id: is written twice, first in line 1; wanted once (remove one of them)",
  ],
  [
    "{metadata: {a: {b: 1,\nb: 2}}}",
    "2:1: metadata.a.b: is written twice, first in line 1; wanted once (remove one of them)",
  ],
  [
    "{timestamping: {enabled: 1, constructor: 2}}",
    "1:29: timestamping.constructor: 'constructor' is no key of Zenoh's here; wanted enabled or drop_future_timestamp",
  ],
];

Deno.test("every fault is told with its place", async (t) => {
  for (const [text, ...expected] of FAULTS) {
    await t.step(JSON.stringify(text), () => assert.deepEqual(check(text), expected));
  }
});

Deno.test("what Zenoh takes is not refused", () => {
  for (
    const text of [
      "{}",
      "{ mode: 'client', connect: { endpoints: ['tcp/192.168.1.10:7447'] }, scouting: { multicast: { enabled: false } } }",
      "{ listen: { timeout_ms: { router: -1, peer: 0 }, endpoints: { router: ['tcp/[::]:7447'] } } }",
      "{ metadata: [{ a: { whatever: +1, 'more': .5 } }], plugins: { rest: { http_port: 8000 } } }",
      "{ transport: { link: { tls: { connect_private_key_base64: 'x' }, tx: { threads: 2 } } } }",
      "{ scouting: { multicast: { autoconnect_strategy: { peer: 'always' } } } }",
      "{ scouting: { multicast: { autoconnect_strategy: { to_router: 'always' } } } }",
      "{ gateway: { south: [{ filters: [{ modes: ['peer'], negated: true }] }] } }",
      "{ plugins_loading: { enabled: false, search_dirs: ['.', { kind: 'current_exe_parent', value: null }] } }",
      // Of a wrong type: Zenoh says so itself, and better.
      "{ id: { a: 1 }, namespace: ['x'], connect: 3 }",
    ]
  ) assert.deepEqual(check(text), [], text);
});

Deno.test("a router's file is not one of another mode", () => {
  assert.deepEqual(check("{ mode: 'router' }", ["router"]), []);
  assert.deepEqual(check("{\n mode: 'peer' }", ["router"]), ["2:8: mode: is 'peer'; wanted router"]);
  assert.deepEqual(check("{}", ["router"]), []);
});

Deno.test("no text makes the check fail with anything but a problem", () => {
  const signs = fc.constantFrom(
    ..."{}[]:,'\"\\/*+-.0123456789 \n\u2028é",
    "mode",
    "peer",
    "scouting",
    "null",
    "NaN",
    "0x",
  );
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 30 }), (parts) => {
      for (const line of check(parts.join(""))) assert.match(line, /^\d+:\d+: .+; wanted /s);
    }),
    { numRuns: 3000 },
  );
});

function check(text: string, modes?: readonly string[]): string[] {
  const problems = new ConfigProblems();
  checkZenohConfig(text, "F", problems, modes);
  return problems.isEmpty ? [] : problems.toError().message.split("\n").map((line) => line.replace(/^F:/, ""));
}
