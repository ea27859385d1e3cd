import { run } from "./run.ts";

/** Configures, builds and installs a CMake project into `prefix`, where it finds `uri`. Its build folder is `<source>/build`. */
export async function cmakeProject(source: string, prefix: string, ...more: string[]): Promise<void> {
  const places = [`-DCMAKE_PREFIX_PATH=${prefix}`, `-DCMAKE_INSTALL_PREFIX=${prefix}`, "-DCMAKE_BUILD_TYPE=Release"];
  await run(["cmake", "-S", source, "-B", `${source}/build`, ...places, ...more]);
  await run(["cmake", "--build", `${source}/build`]);
  await run(["cmake", "--install", `${source}/build`]);
}
