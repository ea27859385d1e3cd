import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { findMujocoLibrary, type MujocoPlaces } from "./find_mujoco_library.ts";

const NAME = "libmujoco.so.3.14.0";

function inFolder(files: readonly string[], look: (folder: string) => void): void {
  const folder = Deno.makeTempDirSync();
  try {
    for (const file of files) {
      Deno.mkdirSync(dirname(join(folder, file)), { recursive: true });
      Deno.writeTextFileSync(join(folder, file), "");
    }
    look(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** All places, in the order in which they are looked through. */
const PLACES = [
  `given/lib/${NAME}`,
  `venv/lib/python3.11/site-packages/mujoco/${NAME}`,
  `conda/lib/${NAME}`,
  `home/.local/lib/python3.12/site-packages/mujoco/${NAME}`,
  `home/.mujoco/mujoco-3.14.0/lib/${NAME}`,
  `root/opt/mujoco-3.14.0/lib/${NAME}`,
  `root/opt/mujoco/lib/${NAME}`,
  `root/usr/local/lib/${NAME}`,
  `root/usr/local/lib/python3.11/dist-packages/mujoco/${NAME}`,
  `root/usr/lib/python3/dist-packages/mujoco/${NAME}`,
  `root/opt/ros/jazzy/opt/mujoco_vendor/lib/${NAME}`,
];

const placesIn = (folder: string): MujocoPlaces => ({
  mujocoPath: `${folder}/given`,
  virtualEnv: `${folder}/venv`,
  condaPrefix: `${folder}/conda`,
  home: `${folder}/home`,
  root: `${folder}/root`,
});

Deno.test("each documented place is looked at, in the documented order", () => {
  PLACES.forEach((place, index) =>
    inFolder(
      PLACES.slice(index),
      (folder) => assert.equal(findMujocoLibrary("3.14.0", placesIn(folder)), join(folder, place)),
    )
  );
});

Deno.test("a library of another version, a folder of that name and a link to nothing are not taken", () => {
  inFolder(["venv/lib/python3.11/site-packages/mujoco/libmujoco.so.3.13.0", "conda/lib/libmujoco.so"], (folder) => {
    Deno.mkdirSync(`${folder}/home/.mujoco/mujoco-3.14.0/lib/${NAME}`, { recursive: true });
    Deno.mkdirSync(`${folder}/root/usr/local/lib`, { recursive: true });
    Deno.symlinkSync("/nowhere", `${folder}/root/usr/local/lib/${NAME}`);
    assert.equal(findMujocoLibrary("3.14.0", placesIn(folder)), undefined);
  });
});

Deno.test("MUJOCO_PATH may be the library itself", () => {
  inFolder([`here/${NAME}`], (folder) => {
    const mujocoPath = `${folder}/here/${NAME}`;
    assert.equal(findMujocoLibrary("3.14.0", { mujocoPath, root: folder }), mujocoPath);
  });
});
