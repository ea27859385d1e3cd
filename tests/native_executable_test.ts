import assert from "node:assert/strict";
import { executableState } from "../tools/executable_state.ts";
import { nativePlace } from "../tools/native_place.ts";
import { UriProcess } from "./kit/uri_process.ts";
import { skipUnless } from "./skip_unless.ts";

const { path, text } = executableState();
const ignore = skipUnless(path !== undefined, text) ||
  skipUnless(isThere(nativePlace().library), "the executable has no native Zenoh library");
const notRoot = ignore || skipUnless(Deno.uid() === 0, "only root can make file systems read-only");

function isThere(file: string): boolean {
  try {
    return Deno.statSync(file).isFile;
  } catch {
    return false;
  }
}

/** A folder that everybody can read, with a router's file that listens nowhere but on a free port of this computer. */
class RouterFolder {
  readonly path = Deno.makeTempDirSync();
  readonly file = `${this.path}/router.json5`;

  constructor() {
    Deno.chmodSync(this.path, 0o755);
    Deno.writeTextFileSync(
      this.file,
      '{ mode: "router", listen: { endpoints: ["tcp/127.0.0.1:0"] }, scouting: { multicast: { enabled: false } },\n' +
        "transport: { shared_memory: { enabled: false } } }\n",
      { mode: 0o644 },
    );
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.path, { recursive: true });
  }
}

/** The other words run as the user `nobody`, where nothing can be written and nothing outside the root file system may be run. */
const NOWHERE = ["unshare", "--mount", "sh", "-ec"];
const NOWHERE_SCRIPT = `
mount --make-rprivate /
for folder in /tmp /dev/shm /run /var/tmp; do
  mount --bind $folder $folder
  mount -o remount,bind,ro,noexec $folder
done
mount -o remount,bind,ro /
! touch /tmp/uri-can-write /root/uri-can-write /dev/shm/uri-can-write 2>/dev/null
exec setpriv --reuid 65534 --regid 65534 --clear-groups -- "$0" "$@"
`;

Deno.test({
  name: "executable: the native library needs no folder that can be written or run from",
  ignore: notRoot,
  async fn() {
    using folder = new RouterFolder();
    // The clone may lie where nobody else can look.
    const place = Deno.makeTempDirSync({ dir: "/opt" });
    try {
      Deno.chmodSync(place, 0o755);
      Deno.copyFileSync(path!, `${place}/uri`);
      Deno.chmodSync(`${place}/uri`, 0o755);
      const argv = [...NOWHERE, NOWHERE_SCRIPT, `${place}/uri`, "router", "-c", folder.file, "--for", "0.5"];
      await using process = new UriProcess(argv, { env: { HOME: "/nonexistent" } });
      assert.equal((await process.end()).code, 0, process.text);
      assert.match(process.text, /127\.0\.0\.1:\d+/);
    } finally {
      Deno.removeSync(place, { recursive: true });
    }
  },
});

Deno.test({
  name: "executable: it may be replaced while its native library runs",
  ignore,
  async fn() {
    using folder = new RouterFolder();
    const program = `${folder.path}/uri`;
    Deno.copyFileSync(path!, program);
    Deno.chmodSync(program, 0o755);
    await using process = new UriProcess([program, "router", "-c", folder.file, "--for", "2"]);
    await process.line(/127\.0\.0\.1:\d+/);
    Deno.writeTextFileSync(`${program}.new`, "not this program\n".repeat(1000));
    Deno.renameSync(`${program}.new`, program);
    assert.equal((await process.end()).code, 0, process.text);
  },
});
