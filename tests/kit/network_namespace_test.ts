import assert from "node:assert/strict";
import { skipUnless } from "../skip_unless.ts";
import { NetworkNamespace } from "./network_namespace.ts";
import { NetworkSwitch } from "./network_switch.ts";
import { until } from "./until.ts";

const obstacle = NetworkNamespace.obstacle();

/** Prints what it gets by TCP at `port`. */
const LISTEN = (port: number) => [
  Deno.execPath(),
  "eval",
  `
  for await (const c of Deno.listen({ hostname: "0.0.0.0", port: ${port} })) {
    console.log(new TextDecoder().decode((await Array.fromAsync(c.readable))[0]));
  }`,
];
/** Sends one line there, or says that it cannot. */
const SEND = (hostname: string, port: number) => [
  Deno.execPath(),
  "eval",
  `
  addEventListener("unhandledrejection", () => { console.log("refused"); Deno.exit(); });
  const late = setTimeout(() => { console.log("late"); Deno.exit(); }, 700);
  const c = await Deno.connect({ hostname: "${hostname}", port: ${port} });
  await c.write(new TextEncoder().encode(Deno.hostname() + "\\n"));
  c.close();
  clearTimeout(late);
  console.log("sent");`,
];

Deno.test({
  name:
    "network namespaces: two computers on a switch, a cable that is pulled, rules, names of their own; nothing is left",
  ignore: skipUnless(obstacle === "", obstacle),
  async fn() {
    const names: string[] = [];
    {
      await using lan = await NetworkSwitch.make();
      await using one = await NetworkNamespace.make({ hint: "one", loopbackMulticast: false });
      await using two = await NetworkNamespace.make({ hint: "two" });
      names.push(one.name, two.name);
      const cable = await lan.plug(one, "192.168.7.1/24");
      const { address } = await lan.plug(two, "192.168.7.2/24");
      const listener = two.start(LISTEN(7000));
      const send = () => one.run(...SEND(address, 7000));
      await until("the first line", async () => await send() === "sent");
      assert.equal(await listener.line(/./), one.name);
      assert.notEqual(Deno.hostname(), one.name);

      await cable.cut();
      await until("the loss of the carrier", async () => /NO-CARRIER/.test(await one.ip("link", "show", cable.device)));
      assert.equal(await send(), "late");
      await cable.mend();
      await until("the line", async () => await send() === "sent");

      if (!skipUnless(NetworkNamespace.rulesObstacle() === "", NetworkNamespace.rulesObstacle())) {
        await two.rules("table inet t { chain i { type filter hook input priority 0; tcp dport 7000 drop; }; }");
        assert.equal(await send(), "late");
        await two.rules();
        await until("the line", async () => await send() === "sent");
      }
      await one.run("sh", "-c", "echo here > /dev/shm/uri-proof");
      assert.equal(await one.run("cat", "/dev/shm/uri-proof"), "here");
      assert.equal(await two.run("ls", "/dev/shm"), "");
      await assert.rejects(one.run("sh", "-c", "echo why >&2; exit 3"), /why/);
      assert.equal(listener.pid, Number((await two.host("ip", "netns", "pids", two.name)).trim()));
    }
    const left = new TextDecoder().decode(new Deno.Command("ip", { args: ["netns", "list"] }).outputSync().stdout);
    const memory = [...Deno.readDirSync("/dev/shm")].map(({ name }) => name);
    for (const name of names) assert.ok(!left.includes(name) && !memory.includes(name), name);
  },
});

Deno.test({
  name: "network namespaces: what a killed test has left goes when the next one makes one",
  ignore: skipUnless(obstacle === "", obstacle),
  async fn() {
    const script = `
      import { NetworkNamespace } from "${new URL("./network_namespace.ts", import.meta.url)}";
      const pc = await NetworkNamespace.make();
      console.log(pc.name);
      await new Promise((resolve) => setTimeout(resolve, 1e6));`;
    const file = Deno.makeTempFileSync({ suffix: ".ts" });
    Deno.writeTextFileSync(file, script);
    const args = ["run", "-A", "--no-check", "--quiet", file];
    const child = new Deno.Command(Deno.execPath(), { args, stdin: "null", stdout: "piped" }).spawn();
    const reader = child.stdout.getReader();
    const name = new TextDecoder().decode((await reader.read()).value).trim();
    child.kill("SIGKILL");
    await child.status;
    await reader.cancel();
    Deno.removeSync(file);
    const list = () =>
      new TextDecoder().decode(new Deno.Command("ip", { args: ["netns", "list"] }).outputSync().stdout);
    assert.ok(list().includes(name));
    await using _next = await NetworkNamespace.make();
    assert.ok(!list().includes(name));
  },
});
