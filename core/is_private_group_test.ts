import assert from "node:assert/strict";
import { isPrivateGroup } from "./is_private_group.ts";

Deno.test("private group: one of the user's number, without members, which nobody else has as his first", () => {
  const passwd = "root:x:0:0:root:/root:/bin/sh\nann:x:1000:1000::/home/ann:/bin/sh\nbob:x:1001:1001::/:/bin/sh\n";
  const group = "root:x:0:\nann:x:1000:\nbob:x:1001:ann\nstaff:x:50:\n";
  const is = (gid: number, uid: number, more: { passwd?: string } = {}) =>
    isPrivateGroup(gid, uid, { group, passwd, ...more });
  assert.ok(is(1000, 1000));
  assert.ok(is(0, 0));
  assert.ok(!is(1000, 1001), "somebody else's");
  assert.ok(!is(50, 1000), "a group of several");
  assert.ok(!is(1001, 1001), "it has a member");
  assert.ok(!is(1002, 1002), "there is none");
  assert.ok(!is(1000, 1000, { passwd: `${passwd}eve:x:1003:1000::/:/bin/sh\n` }), "somebody else's first");
});

Deno.test("private group: by default as this system has it", () => {
  assert.equal(isPrivateGroup(4_000_000, 4_000_000), false);
});
