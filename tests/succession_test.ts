import { until } from "./kit/until.ts";
import { together } from "./kit/together.ts";

/** Who follows whom: interfaces that end, and managers that come, in the middle of a start or a run. */
together(3, [
  {
    name:
      "an interface that ends after its handshake, while another robot is awaited, is told at once and dropped; the other runs",
    async fn(bench) {
      const [dying, slow] = [bench.name("dying"), bench.name("slow")];
      const manager = bench.manager(
        bench.config({
          [dying]: { autostart: true, mock: { faults: { crash_at_cycle: 300 } } },
          [slow]: { autostart: true, mock: { faults: { create_delay_s: 4 } } },
        }),
        "--for",
        "0.5",
      );
      await manager.line(new RegExp(`Robot '${dying}' driver loaded successfully`));
      await manager.line(new RegExp(`the interface of '${dying}' has ended before the loop started`));
      await manager.line(new RegExp(`robot_interface '${dying}' .* ended with signal SIGKILL before it answered`));
      await until("not yet the other", () => manager.count(new RegExp(`'${slow}' driver loaded`)) === 0);
      await manager.line(new RegExp(`'${slow}' robot initialized`));
      await manager.exits(0);
      await manager.allEnd();
    },
  },
  {
    name: "an interface that is restarted by hand between its handshake and the start of the loop is asked again",
    async fn(bench) {
      const [restarted, slow] = [bench.name("restarted"), bench.name("slow")];
      const first = bench.interface(restarted);
      await first.line(/waiting for init query/);
      const manager = bench.manager(
        bench.config({
          [restarted]: {},
          [slow]: { autostart: true, mock: { faults: { create_delay_s: 5 } } },
        }),
        "--for",
        "0.5",
      );
      await manager.line(new RegExp(`Robot '${restarted}' driver loaded successfully`));
      first.signal("SIGKILL");
      await first.end();
      const second = bench.interface(restarted);
      await manager.line(new RegExp(`'${restarted}' robot initialized`));
      await manager.exits(0);
      second.signal("SIGTERM");
      await second.exits(0);
    },
  },
  {
    name:
      "a manager that is started right after another was killed gets an interface of its own, and not the one that is ending",
    both: true,
    async fn(bench) {
      const name = bench.name("heir");
      const config = bench.config({ [name]: { autostart: true } });
      const killed = bench.manager(config);
      await killed.line(/robot initialized/);
      killed.signal("SIGKILL");
      const heir = bench.manager(config, "--for", "4");
      await heir.line(/robot initialized/);
      await heir.exits(0);
      await heir.allEnd();
      await killed.allEnd();
    },
  },
]);
