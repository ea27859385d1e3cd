import assert from "node:assert/strict";
import fc from "fast-check";
import { admitRequest } from "./admit_request.ts";

const OPEN = { token: "", names: ["robot-pc"] };
const CLOSED = { token: "s3cret", names: [] };

function ask(path: string, headers: Record<string, string> = {}, admission = OPEN, method = "GET") {
  return admitRequest(
    new Request(`http://127.0.0.1:8765${path}`, { method, headers: { host: "127.0.0.1:8765", ...headers } }),
    admission,
  );
}

const status = (answer: ReturnType<typeof ask>) => "status" in answer ? answer.status : 200;

Deno.test("numbers, localhost and names of this computer are answered, names of others are not", () => {
  for (
    const host of ["127.0.0.1:8765", "localhost:8765", "LOCALHOST", "[::1]:9", "10.0.0.3", "robot-pc:8765", "Robot-PC"]
  ) {
    assert.equal(status(ask("/", { host })), 200, host);
  }
  for (
    const host of [
      "evil.example:8765",
      "localhost.evil.example",
      "127.0.0.1.evil.example",
      "robot-pc.evil.example",
      "[x]",
      "",
    ]
  ) {
    assert.equal(status(ask("/", { host })), 421, host);
  }
});

Deno.test("a page of another origin is refused, our own is not", () => {
  assert.equal(status(ask("/feed", { origin: "http://127.0.0.1:8765" })), 200);
  for (const origin of ["http://evil.example", "https://127.0.0.1:8765", "http://127.0.0.1:8766", "null", "file://"]) {
    assert.equal(status(ask("/feed", { origin })), 403, origin);
  }
  assert.equal(status(ask("/page.js", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" })), 403);
  assert.equal(
    status(ask("/", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" })),
    200,
    "a link may lead here",
  );
});

Deno.test("with a token every path begins with it", () => {
  assert.deepEqual(ask("/s3cret/", {}, CLOSED), { path: "/" });
  assert.deepEqual(ask("/s3cret/models/0.json", {}, CLOSED), { path: "/models/0.json" });
  for (const path of ["/", "/feed", "/s3cre/", "/s3cret2/", "/S3CRET/", "//s3cret/", "/x/s3cret/"]) {
    assert.equal(status(ask(path, {}, CLOSED)), 403, path);
  }
  fc.assert(fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{0,12}$/), (word) => {
    fc.pre(word !== CLOSED.token);
    assert.equal(status(ask(`/${word}/`, {}, CLOSED)), 403);
  }));
});

Deno.test("paths lead nowhere else, and nothing is taken", () => {
  for (const path of ["/%2e%2e/etc/passwd", "/a%2f..%2fb", "/a b", "/a\\b", "/%00"]) {
    const answer = ask(path);
    // The address is cleaned before it comes here: what is left of it is below our own root, or is refused.
    assert.ok(status(answer) === 404 || "path" in answer && !answer.path.includes(".."), path);
  }
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) assert.equal(status(ask("/", {}, OPEN, method)), 405);
});
