import assert from "node:assert/strict";
import { ShmTransport } from "../comm/shm/shm_transport.ts";
import { robotKeys } from "../comm/robot_keys.ts";
import { processesNaming } from "./kit/processes_naming.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import type { Workbench } from "./kit/workbench.ts";
import { skipUnless } from "./skip_unless.ts";
import { uriCommands } from "./uri_command.ts";

const executable = uriCommands().find(({ label }) => label === "executable")?.argv[0];
const noExecutable = skipUnless(executable !== undefined, "there is no current dist/uri (./dev build makes it)");
const noRoot = skipUnless(Deno.uid() === 0, "only root may mount");
const inTmp = skipUnless(!executable?.startsWith("/tmp/"), "the executable itself lies in /tmp");

/** Ids of the interfaces of `name`, by their process title. */
function interfacesOf(name: string): number[] {
  return processesNaming(name).filter((pid) => {
    try {
      return Deno.readTextFileSync(`/proc/${pid}/comm`).trim() === `uri:${name}`.slice(0, 15);
    } catch {
      return false;
    }
  });
}

/** Checks that a manager started by `argv` brings up a robot that it starts itself, and takes it down again. */
async function autostarts(bench: Workbench, argv: readonly string[], hint: string): Promise<string> {
  const name = bench.name(hint);
  const manager = bench.start([...argv, "manager", "-c", bench.config({ [name]: { autostart: true } })]);
  await manager.line(/robot initialized/);
  assert.equal(interfacesOf(name).length, 1);
  const spawned = await manager.line(/Spawning co-located robot_interface/);
  manager.signal("SIGTERM");
  await manager.exits(0);
  await manager.allEnd();
  assert.deepEqual(processesNaming(name), []);
  return spawned;
}

together(3, [
  {
    name:
      "one child a robot, its file readable by this user alone, and the printed command works when it is pasted into sh",
    both: true,
    async fn(bench) {
      const [a, b] = [bench.name("a"), bench.name("b")];
      const manager = bench.manager(bench.config({ [a]: { autostart: true }, [b]: { autostart: true } }));
      await until("both robots", () => manager.initialized().size === 2);
      assert.deepEqual([interfacesOf(a).length, interfacesOf(b).length], [1, 1]);
      assert.equal(processesNaming(a).length, 1, "no other process is started for it");
      const file = `/tmp/robot_manager_${a}_interface.yaml`;
      assert.equal(Deno.statSync(file).mode! & 0o777, 0o600);
      assert.match(Deno.readTextFileSync(file), new RegExp(`name: ${a}`));
      manager.signal("SIGTERM");
      await manager.exits(0);
      await manager.allEnd();
      assert.deepEqual([...processesNaming(a), ...processesNaming(b)], []);
      assert.equal(manager.count(/exited cleanly/), 2);
      assert.deepEqual(bench.leftovers(), []);

      const line = await manager.line(new RegExp(`Spawning co-located robot_interface for '${a}': `));
      const command = line.slice(line.indexOf("': ") + 3);
      const pasted = bench.start(["sh", "-c", command]);
      await pasted.line(/waiting for init query/);
      const second = bench.manager(bench.config({ [a]: {} }), "--for", "0.5");
      await second.exits(0);
      assert.ok(bench.report("manager").robots[a].states_received > 0);
    },
  },
  {
    name: "a path with blanks, a symbolic link, the PATH",
    ignore: noExecutable,
    async fn(bench) {
      const folder = `${bench.folder}/my own bin`;
      Deno.mkdirSync(folder);
      Deno.copyFileSync(executable!, `${folder}/uri`);
      Deno.symlinkSync(executable!, `${bench.folder}/a link`);
      const direct = await autostarts(bench, [`${folder}/uri`], "blank");
      assert.ok(direct.includes(`'${folder}/uri' interface -c `), direct);
      await autostarts(bench, [`${bench.folder}/a link`], "link");
      await autostarts(bench, ["env", `PATH=${folder}:/usr/bin:/bin`, "uri"], "path");
    },
  },
  {
    name:
      "an executable that is replaced, or removed, after the manager has started: the child is started all the same",
    ignore: noExecutable,
    async fn(bench) {
      for (const removed of [false, true]) {
        const name = bench.name("gone");
        const bin = `${bench.folder}/bin-${removed}`;
        Deno.mkdirSync(bin);
        Deno.copyFileSync(executable!, `${bin}/uri`);
        // A pipe as configuration stops the manager at its start, until something is written.
        const config = bench.config({ [name]: { autostart: true } });
        const text = Deno.readTextFileSync(config);
        Deno.removeSync(config);
        await new Deno.Command("mkfifo", { args: [config] }).output();
        const path = `PATH=${executable!.replace(/\/[^/]*$/, "")}:/usr/bin:/bin`;
        const manager = bench.start(["env", path, `${bin}/uri`, "manager", "-c", config, "--for", "0.5"]);
        await until(
          "the manager to be waiting",
          () => Deno.readTextFileSync(`/proc/${manager.pid}/comm`).trim() === "uri",
        );
        using pipe = await Deno.open(config, { write: true }); // returns when the manager reads
        if (removed) Deno.removeSync(`${bin}/uri`);
        else {
          Deno.copyFileSync(executable!, `${bin}/uri.new`);
          Deno.renameSync(`${bin}/uri.new`, `${bin}/uri`);
        }
        assert.match(Deno.readLinkSync(`/proc/${manager.pid}/exe`), / \(deleted\)$/);
        await pipe.write(new TextEncoder().encode(text));
        pipe.close();
        await manager.exits(0);
        assert.equal(manager.initialized().size, 1);
      }
    },
  },
  {
    name: "a /tmp from which nothing may be executed is no obstacle",
    ignore: noExecutable || noRoot || inTmp,
    async fn(bench) {
      const mount = 'mount --bind /tmp /tmp && mount -o remount,bind,noexec /tmp && exec "$@"';
      await autostarts(bench, ["unshare", "-m", "sh", "-c", mount, "sh", executable!], "noexec");
    },
  },
  {
    name: "a link that somebody has laid in the place of the interface file is replaced, its target stays as it is",
    async fn(bench) {
      const name = bench.name("link");
      const target = bench.file("precious.txt", "precious");
      Deno.chmodSync(target, 0o644);
      const file = `/tmp/robot_manager_${name}_interface.yaml`;
      Deno.symlinkSync(target, file);
      const manager = bench.manager(bench.config({ [name]: { autostart: true } }), "--for", "0.3");
      await manager.exits(0);
      assert.equal(Deno.readTextFileSync(target), "precious");
      assert.equal(Deno.statSync(target).mode! & 0o777, 0o644);
      const info = Deno.lstatSync(file);
      assert.deepEqual([info.isSymlink, info.isFile, info.mode! & 0o777], [false, true, 0o600]);
    },
  },
  {
    name:
      "a child that ends before it answers is reported with its exit code, or its signal, and no attempt is waited for",
    both: true,
    async fn(bench) {
      const [taken, killed] = [bench.name("taken"), bench.name("killed")];
      // Somebody else holds the interface's token: the child refuses to start.
      const other = new ShmTransport("somebody else");
      bench.onClose(() => other.close());
      await other.declareToken(robotKeys(taken).interfaceToken);
      const manager = bench.manager(bench.config({
        [taken]: { autostart: true },
        [killed]: { autostart: true, mock: { faults: { create_delay_s: 3600 } } },
      }));
      await manager.line(
        new RegExp(`robot_interface '${taken}' \\(pid \\d+\\) ended with exit code 1 before it answered`),
      );
      await manager.line(new RegExp(`'${killed}' loading driver`));
      const [child] = interfacesOf(killed);
      Deno.kill(child, "SIGKILL");
      await manager.exits(1);
      assert.match(
        manager.text,
        new RegExp(`robot_interface '${killed}' \\(pid ${child}\\) ended with .*SIGKILL before it answered`),
      );
      assert.match(manager.text, /No robot_interface responded/);
      assert.equal(manager.count(/Retrying/), 0);
    },
  },
  {
    name:
      "a start that fails leaves no child: all robots dropped, a controller that cannot start, a robot that a second manager has",
    async fn(bench) {
      const [bad, other] = [bench.name("bad"), bench.name("other")];
      const dropped = bench.manager(
        bench.config({ [bad]: { autostart: true, mock: { faults: { create_error: "boom" } } } }),
      );
      await dropped.exits(1);
      await dropped.allEnd();
      assert.match(dropped.text, new RegExp(`Robot '${bad}' init failed: ERROR: .*boom`));
      assert.deepEqual(processesNaming(bad), []);

      const first = bench.manager(bench.config({ [other]: { autostart: true } }));
      await first.line(/robot initialized/);
      const [mine, theirs] = [bench.name("mine"), other];
      const second = bench.uri([
        "manager",
        "-c",
        bench.config({ [mine]: { autostart: true }, [theirs]: { autostart: true } }),
      ]);
      await second.exits(1);
      await second.allEnd();
      assert.match(second.text, new RegExp(`is held by .* \\(pid ${first.pid}\\)`));
      assert.deepEqual(processesNaming(mine), []);
      assert.equal(interfacesOf(other).length, 1);
      first.signal("SIGTERM");
      await first.exits(0);
    },
  },
  {
    name: "the child of a robot that is dropped is ended, the others run on",
    async fn(bench) {
      const [good, bad] = [bench.name("good"), bench.name("bad")];
      const manager = bench.manager(bench.config({
        [bad]: { autostart: true, mock: { faults: { create_error: "boom" } } },
        [good]: { autostart: true },
      }));
      await manager.line(new RegExp(`'${good}' robot initialized`));
      await until("the child to end", () => processesNaming(bad).length === 0);
      manager.signal("SIGINT");
      await manager.exits(0);
      const { robots } = bench.report("manager");
      assert.deepEqual([robots[bad].dropped, robots[bad].commands_sent, robots[good].dropped], [true, 0, false]);
    },
  },
]);
