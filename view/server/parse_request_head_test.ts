import assert from "node:assert/strict";
import fc from "fast-check";
import { parseRequestHead } from "./parse_request_head.ts";

const told = (head: string) => {
  const request = parseRequestHead(head.replaceAll("\n", "\r\n"));
  return request && [request.method, new URL(request.url).pathname, Object.fromEntries(request.headers)];
};

Deno.test("a head is read as it is sent", () => {
  assert.deepEqual(told("GET /page.js?x=1 HTTP/1.1\nHost: localhost:8765\nX-Empty:\nAccept:  a, b \t"), [
    "GET",
    "/page.js",
    { host: "localhost:8765", "x-empty": "", accept: "a, b" },
  ]);
  assert.deepEqual(told("HEAD / HTTP/1.0"), ["HEAD", "/", {}]);
  assert.deepEqual(told("GET http://elsewhere.example/feed HTTP/1.1\nHost: a"), ["GET", "/feed", { host: "a" }]);
  assert.deepEqual(told("GET //elsewhere.example/feed HTTP/1.1"), ["GET", "//elsewhere.example/feed", {}]);
  assert.deepEqual(told("GET /@x:1/ HTTP/1.1\nHost: a\nHost: b"), ["GET", "/@x:1/", { host: "a, b" }]);
});

Deno.test("what is no head is none", () => {
  for (
    const head of [
      "",
      "GET",
      "GET /",
      "GET / HTTP/2.0",
      "PRI * HTTP/2.0",
      "GET * HTTP/1.1",
      "GET evil.example HTTP/1.1",
      "GET https://evil.example/ HTTP/1.1",
      "CONNECT /x HTTP/1.1",
      "TRACE / HTTP/1.1",
      "get / HTTP/1.1",
      "GET /a b HTTP/1.1",
      "GET / HTTP/1.1\nHost",
      "GET / HTTP/1.1\nHost : a",
      "GET / HTTP/1.1\n folded: a",
      "GET / HTTP/1.1\n: a",
      "GET / HTTP/1.1\nHost: a\x00b",
      "\x16\x03\x01\x02",
    ]
  ) assert.equal(told(head), undefined, head);
});

Deno.test("no bytes are too strange", () => {
  const lines = fc.array(fc.string({ unit: "binary", maxLength: 30 }), { maxLength: 4 });
  fc.assert(fc.property(fc.string({ unit: "binary" }), lines, (first, more) => {
    parseRequestHead([first, ...more].join("\r\n"));
    parseRequestHead([`GET /${first} HTTP/1.1`, ...more].join("\r\n"));
  }));
});
