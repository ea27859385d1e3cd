import type { ProjectLanguage } from "./project_language.ts";

/** What is particular to the projects of one language. Placeholders may stand everywhere. */
export interface LanguagePlan {
  /** Files beside those of every project: paths from the project's folder, and their templates. */
  readonly files: Readonly<Record<string, string>>;
  /** Placeholders with short values; each may use those before it. */
  readonly values: Readonly<Record<string, string>>;
  /** Placeholders that stand for a whole template. */
  readonly parts: Readonly<Record<string, string>>;
}

const SENSORS = {
  cpp: "   | SDK 7, 8 | inertial and force sensors, by the names of the module |\n",
  other: "   | SDK 7 | inertial and force sensors, by the names of the module |\n",
};

/** The projects by language. */
export const LANGUAGE_PLANS: Readonly<Record<ProjectLanguage, LanguagePlan>> = {
  cpp: {
    files: {
      "CMakeLists.txt": "cpp/CMakeLists.txt.in",
      "src/CMakeLists.txt": "common/src_cmake.txt.in",
      "src/@CLASS@.cpp": "cpp/driver.cpp.in",
      "src/StandIn.h": "cpp/stand_in.h.in",
      "include/@PROJECT@/@CLASS@.h": "cpp/driver.h.in",
    },
    values: {
      DRIVER: "@CLASS@",
      MODULE_PATH: "",
      EXT: "cpp",
      COMPILER: "a C++17 compiler",
      INCLUDE_LINE: "target_include_directories(@CLASS@ PUBLIC ${PROJECT_SOURCE_DIR}/include)\n",
      IGNORED: "build/\ninstall/\ncompile_commands.json\n",
      SOURCE: "src/@CLASS@.cpp",
      STAND_IN: "src/StandIn.h",
      JOINTS_FILE: "include/@PROJECT@/@CLASS@.h",
      KEEP_HINT: "",
      JOINTS_HINT: " (and the start of the stand-in in `src/StandIn.h`)",
      LAST: "8",
      SDK_SENSORS: SENSORS.cpp,
    },
    parts: {
      CMAKE_FIND: "common/find_uri.cmake.in",
      FILES: "cpp/readme_files.md.in",
      BUILD: "cpp/readme_build.md.in",
      REFERENCE: "cpp/readme_reference.md.in",
    },
  },
  c: {
    files: {
      "CMakeLists.txt": "c/CMakeLists.txt.in",
      "src/CMakeLists.txt": "common/src_cmake.txt.in",
      "src/@CLASS@.c": "c/driver.c.in",
      "src/stand_in.h": "c/stand_in.h.in",
    },
    values: {
      DRIVER: "@CLASS@",
      MODULE_PATH: "",
      EXT: "c",
      COMPILER: "a C compiler",
      INCLUDE_LINE: "",
      IGNORED: "build/\ninstall/\ncompile_commands.json\n*.so\n",
      SOURCE: "src/@CLASS@.c",
      STAND_IN: "src/stand_in.h",
      JOINTS_FILE: "src/stand_in.h",
      KEEP_HINT: ", after moving `JOINTS` and `measurement` into the driver",
      JOINTS_HINT: "",
      LAST: "7",
      SDK_SENSORS: SENSORS.other,
    },
    parts: {
      CMAKE_FIND: "common/find_uri.cmake.in",
      FILES: "c/readme_files.md.in",
      BUILD: "c/readme_build.md.in",
      REFERENCE: "c/readme_reference.md.in",
    },
  },
  ts: {
    files: {
      "deno.json": "ts/deno.json.in",
      "src/@CLASS@.ts": "ts/driver.ts.in",
      "src/stand_in.ts": "ts/stand_in.ts.in",
      "dist/@CLASS@.js": "ts/driver.js.in",
      "types/uri.d.mts": "../../types/uri.d.mts",
    },
    values: {
      DRIVER: "../dist/@CLASS@.js",
      MODULE_PATH: "module_path: ../dist # the only folder from which a manager may name modules\n",
      IGNORED: "node_modules/\n",
      SOURCE: "src/@CLASS@.ts",
      STAND_IN: "src/stand_in.ts",
      JOINTS_FILE: "src/stand_in.ts",
      KEEP_HINT: "; the driver then has positions, velocities and torques of its own",
      JOINTS_HINT: "",
      LAST: "7",
      SDK_SENSORS: SENSORS.other,
    },
    parts: {
      FILES: "ts/readme_files.md.in",
      BUILD: "ts/readme_build.md.in",
      REFERENCE: "ts/readme_reference.md.in",
    },
  },
};
