import assert from "node:assert/strict";
import { LinkWay } from "./link_way.ts";

/** A way whose rounds are given. */
function way(name: string, ...rounds: number[][]): LinkWay {
  const left = [...rounds];
  return new LinkWay(name, () => Promise.resolve(left.shift()!));
}

Deno.test("ways take turns in changing order, and rows are medians of their rounds", async () => {
  const order: string[] = [];
  const ways = ["a", "b", "c"].map((name) =>
    new LinkWay(name, () => {
      order.push(name);
      return Promise.resolve([order.length * 1000, 0, 0]);
    })
  );
  await LinkWay.inTurns(ways, 3, () => {});
  assert.equal(order.join(""), "abcbcacab");
  assert.deepEqual(ways.map((each) => each.rows(undefined, "", "")[0].value), [6, 4, 5]);
});

Deno.test("a row tells the peer's median, their ratio, and how the ratios of single rounds spread", async () => {
  const own = way("own", [1000, 10, 1], [2000, 10, 1], [6000, 10, 1]);
  const peer = way("peer", [2000, 20, 2], [2000, 20, 2], [2000, 20, 2]);
  await LinkWay.inTurns([own, peer], 3, () => {});
  const [p50, p99] = own.rows(peer, "", "quiet", { mostRatio: [1, 0.4], mostNs: [undefined, undefined, 1] });
  assert.deepEqual([p50.value, p50.peerValue, p50.ratio, p50.pass], [2, 2, 1, true]);
  assert.equal(p50.note, "quiet; ratios of single rounds: median 1.00, half of them from 0.50 to 1.00");
  assert.deepEqual([p99.name, p99.pass, p99.target], ["own, p99", false, "at most 0.4x the peer"]);
});

Deno.test("without a peer there is the reason and no verdict on the ratio; a target in time is judged all the same", async () => {
  const own = way("own", [1000, 10, 500]);
  await LinkWay.inTurns([own], 1, () => {});
  const rows = own.rows(undefined, "python3 is not installed", "", {
    mostRatio: [1, 1],
    mostNs: [undefined, undefined, 500],
  });
  assert.deepEqual(rows.map(({ pass }) => pass), [undefined, undefined, true]);
  assert.equal(rows[0].note, "no peer: python3 is not installed");
});
