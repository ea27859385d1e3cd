import assert from "node:assert/strict";
import { nativeLibraryState } from "../comm/zenoh/native_library_state.ts";
import { projectRoot } from "../tools/project_root.ts";
import { NetworkNamespace } from "./kit/network_namespace.ts";
import { NetworkSwitch } from "./kit/network_switch.ts";
import { pause } from "./kit/pause.ts";
import type { UriProcess } from "./kit/uri_process.ts";
import { together } from "./kit/together.ts";
import type { Workbench } from "./kit/workbench.ts";
import { refusedCommands } from "./kit/refused_commands.ts";
import { skipUnless } from "./skip_unless.ts";

/** How far an intruder came. */
interface Attempt {
  /** Its Zenoh id. */
  readonly id: string;
  readonly tokens: readonly string[];
  readonly answers: readonly string[];
  readonly states: number;
}

const obstacle = NetworkNamespace.obstacle() || (nativeLibraryState() as { reason?: string }).reason || "";
const ROBOT = "192.168.1.10";
const [CONTROL, VISITOR] = ["192.168.1.20", "192.168.1.30"];
const page = Deno.readTextFileSync(`${projectRoot()}/docs/security.md`);
/** The blocks of the page in this language. */
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map(([, text]) => text);

/** Three computers on a switch, with the files of the page: the robot's, the manager's, and one that is nobody's. */
class Scene {
  readonly bench: Workbench;
  readonly lan: NetworkSwitch;
  readonly robot: NetworkNamespace;
  readonly control: NetworkNamespace;
  readonly other: NetworkNamespace;
  /** Stands for `/etc/uri` of all three. */
  readonly folder: string;

  private constructor(bench: Workbench, lan: NetworkSwitch, [robot, control, other]: NetworkNamespace[]) {
    this.bench = bench;
    this.folder = `${bench.folder}/etc`;
    this.lan = lan;
    this.robot = robot;
    this.control = control;
    this.other = other;
  }

  static async make(bench: Workbench): Promise<Scene> {
    const lan = await NetworkSwitch.make();
    const hints = ["robot", "control", "other"];
    const make = (hint: string) => NetworkNamespace.make({ hint, loopbackMulticast: false });
    const scene = new Scene(bench, lan, await Promise.all(hints.map(make)));
    for (const each of [lan, scene.robot, scene.control, scene.other]) {
      bench.onClose(() => each[Symbol.asyncDispose]());
    }
    scene.#writeFiles();
    return scene;
  }

  /** Runs the commands of the page, and those of somebody else: a certificate of the same authority, and an authority of his own. */
  #writeFiles(): void {
    Deno.mkdirSync(this.folder);
    const commands = blocks("sh").find((text) => text.includes("openssl"))!.trim().split("\n");
    assert.equal(commands.length, 3);
    const forControl = commands[2];
    const visitor = forControl.replaceAll("control-pc", "visitor").replaceAll(CONTROL, VISITOR);
    const strangers = [commands[0], forControl].map((text) =>
      text.replaceAll("ca.", "stranger-ca.").replaceAll(/(keyout|out) control-pc/g, "$1 stranger")
    );
    for (const command of [...commands, visitor, ...strangers]) {
      const made = new Deno.Command("sh", { args: ["-ec", command], cwd: this.folder }).outputSync();
      assert.ok(made.success, `${command}\n${new TextDecoder().decode(made.stderr)}`);
    }
    for (const text of [...blocks("json5"), ...blocks("yaml")]) {
      const name = /^(?:\/\/|#) (?:\/etc\/uri\/)?(\S+)$/m.exec(text.split("\n")[0])?.[1];
      if (name === undefined) continue;
      // A computer with other tests is later than the usual timeout.
      const patient = text.replaceAll(/^( +)protocol: .*$/gm, "$&\n$1connection_timeout_ms: 3000");
      Deno.writeTextFileSync(`${this.folder}/${name}`, patient.replaceAll("/etc/uri", this.folder));
    }
  }

  file(name: string): string {
    return Deno.readTextFileSync(`${this.folder}/${name}`);
  }

  interface(on = this.robot, file = "ur5e.yaml"): UriProcess {
    return this.#uri(on, "interface", "-c", `${this.folder}/${file}`);
  }

  manager(): UriProcess {
    return this.#uri(this.control, "manager", "-c", `${this.folder}/mc_rtc.yaml`);
  }

  #uri(on: NetworkNamespace, role: string, ...more: string[]): UriProcess {
    const report = `${this.bench.folder}/${role}.json`;
    return on.start([...this.bench.argv, role, ...more, "--report", report, "--log-level", "debug"]);
  }

  /** Tries to take the robot with this configuration. */
  async try(on: NetworkNamespace, config: string): Promise<Attempt> {
    const script = `${projectRoot()}/tests/kit/intruder_process.ts`;
    return JSON.parse(await on.run(Deno.execPath(), "run", "-A", "--no-check", "--quiet", script, config, "ur5e"));
  }

  /** The configuration of the manager's computer as somebody would change it who has other certificates, and keeps to no rules. */
  intruderConfig(certificate: string | undefined, authority = "ca.pem"): string {
    return this.file("control_pc.json5")
      .replace(/ {2}access_control: \{.*\n {2}\},\n/s, "")
      .replace(
        /connect_certificate: .*,/,
        certificate === undefined ? "" : `connect_certificate: "${this.folder}/${certificate}.pem",`,
      )
      .replace(
        /connect_private_key: .*,/,
        certificate === undefined ? "" : `connect_private_key: "${this.folder}/${certificate}.key",`,
      )
      .replace("/ca.pem", `/${authority}`)
      .replace("enable_mtls: true", `enable_mtls: ${certificate !== undefined}`);
  }
}

together(1, [
  {
    name:
      "docs/security.md, as it stands: the manager's computer takes the robot, and nobody else can initialise, command, or see it",
    ignore: skipUnless(obstacle === "", obstacle),
    fn: legitimatePair,
  },
  {
    name: "docs/security.md: a computer with the robot's address and another certificate is not talked to",
    ignore: skipUnless(obstacle === "", obstacle),
    fn: impostor,
  },
]);

async function legitimatePair(bench: Workbench): Promise<void> {
  const scene = await Scene.make(bench);
  await scene.lan.plug(scene.robot, `${ROBOT}/24`);
  await scene.lan.plug(scene.control, `${CONTROL}/24`);
  await scene.lan.plug(scene.other, `${VISITOR}/24`);

  // The intruder can do it: with the certificate of the manager's computer it takes the robot.
  const first = scene.interface();
  await first.line(/waiting for init query/);
  const own = await scene.try(scene.control, scene.intruderConfig("control-pc"));
  assert.deepEqual([own.answers, own.tokens], [["OK"], ["uri/alive/ur5e/interface"]]);
  assert.ok(own.states > 0);
  first.signal("SIGTERM");
  await first.exits(0);
  assert.ok(bench.report("interface").commands_received > 0);

  const robot = scene.interface();
  await robot.line(/waiting for init query/);
  const attempts: [string, string, boolean][] = [
    ["by plain TCP", scene.intruderConfig(undefined).replaceAll("quic/", "tcp/").replace('["quic"]', '["tcp"]'), false],
    ["by multicast", "{}", false],
    ["without a certificate", scene.intruderConfig(undefined), false],
    ["with a certificate of another authority", scene.intruderConfig("stranger"), false],
    ["with a certificate of another name", scene.intruderConfig("visitor"), true],
  ];
  const tryAll = async (when: string) => {
    const came = await Promise.all(attempts.map(([_, config]) => scene.try(scene.other, config)));
    for (const [index, { id, ...gained }] of came.entries()) {
      const [how, , connects] = attempts[index];
      assert.deepEqual(gained, { answers: [], tokens: [], states: 0 }, `${how}, ${when}`);
      assert.equal(robot.count(new RegExp(`connected to peer ${id}`)) > 0, connects, `${how}, ${when}`);
    }
  };
  await tryAll("before there is a manager");
  assert.equal(robot.count(/loading driver/), 0);
  const manager = scene.manager();
  await manager.line(/robot initialized/);
  await tryAll("while the manager runs");
  assert.ok(manager.running, manager.text);
  manager.signal("SIGTERM");
  await manager.exits(0);
  await robot.line(/lost the manager/);
  await tryAll("after the manager");
  robot.signal("SIGTERM");
  await robot.exits(0);
  const report = bench.report("interface");
  const { commands_received, holds } = report;
  assert.ok(commands_received > 100);
  assert.deepEqual(refusedCommands(report), {});
  assert.equal(holds.length, 1, JSON.stringify(holds));
  assert.equal(bench.report("manager").robots.ur5e.lost, null);
}

async function impostor(bench: Workbench): Promise<void> {
  const scene = await Scene.make(bench);
  await scene.lan.plug(scene.control, `${CONTROL}/24`);
  await scene.lan.plug(scene.other, `${ROBOT}/24`);
  const disguise = scene.file("robot_pc.json5").replaceAll("robot-pc.", "visitor.").replace('"deny"', '"allow"');
  bench.file("etc/disguise.json5", disguise);
  bench.file("etc/disguise.yaml", scene.file("ur5e.yaml").replace("robot_pc", "disguise"));
  const impostor = scene.interface(scene.other, "disguise.yaml");
  await impostor.line(/waiting for init query/);
  const manager = scene.manager();
  await manager.line(/waiting for 'ur5e' to answer/);
  await pause(2000);
  assert.equal(impostor.count(/loading driver/), 0, impostor.text);
  assert.equal(manager.count(/loaded/), 0, manager.text);
  // The same computer with the robot's own certificate is the robot.
  impostor.signal("SIGTERM");
  await impostor.exits(0);
  scene.interface(scene.other);
  await manager.line(/robot initialized/);
  await pause(1000);
  manager.signal("SIGTERM");
  await manager.exits(0);
}
