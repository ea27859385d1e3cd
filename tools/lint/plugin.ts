import { errorTexts } from "./error_texts.ts";
import { fileLength } from "./file_length.ts";
import { ignoreReason } from "./ignore_reason.ts";
import { importLayers } from "./import_layers.ts";
import { noConsole } from "./no_console.ts";
import { noEnvironment } from "./no_environment.ts";
import { noSideEffects } from "./no_side_effects.ts";
import { oneExport } from "./one_export.ts";
import { realtime } from "./realtime.ts";

/** The project's own lint rules, as `deno lint` loads them. */
const plugin: Deno.lint.Plugin = {
  name: "uri",
  rules: {
    "error-texts": errorTexts,
    "file-length": fileLength,
    "ignore-reason": ignoreReason,
    "import-layers": importLayers,
    "no-console": noConsole,
    "no-environment": noEnvironment,
    "no-side-effects": noSideEffects,
    "one-export": oneExport,
    "realtime": realtime,
  },
};
export default plugin;
