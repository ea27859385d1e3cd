import assert from "node:assert/strict";
import { skipUnless } from "../../tests/skip_unless.ts";
import { VERSION } from "../../core/version.ts";
import { type CommandActions, createProgram } from "../create_program.ts";
import { bashCompletion } from "./bash_completion.ts";
import { type CommandShape, commandShape } from "./command_shape.ts";
import { fishCompletion } from "./fish_completion.ts";
import { manPage } from "./man_page.ts";
import { zshCompletion } from "./zsh_completion.ts";

const PROGRAM = commandShape(createProgram({} as CommandActions, () => {}));

async function output(argv: string[], env: Record<string, string> = {}): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(argv[0], { args: argv.slice(1), stdin: "null", env })
    .output();
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assert.deepEqual([code, err], [0, ""], argv.join(" "));
  return out;
}

function has(program: string): boolean {
  return (Deno.env.get("PATH") ?? "").split(":").some((folder) => {
    try {
      return Deno.statSync(`${folder}/${program}`).isFile;
    } catch {
      return false;
    }
  });
}

/** A folder with files to be completed, and the completion of `shell` in it. */
class Place {
  readonly folder = Deno.makeTempDirSync({ prefix: "uri completions " });
  readonly script: string;

  constructor(name: string, text: string) {
    this.script = `${this.folder}/scripts/${name}`;
    Deno.mkdirSync(`${this.folder}/scripts`);
    Deno.writeTextFileSync(this.script, text);
    Deno.mkdirSync(`${this.folder}/robot folder`);
    Deno.writeTextFileSync(`${this.folder}/robot.yaml`, "");
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.folder, { recursive: true });
  }
}

/** Words that can come next, for every place of the command line that has a fixed set of them. */
function* expectations(): Generator<{ words: string[]; expected: string[] }> {
  yield { words: [PROGRAM.name, ""], expected: PROGRAM.commands.map(({ name }) => name) };
  for (const command of PROGRAM.commands) {
    const start = [PROGRAM.name, command.name];
    const flags = command.options.map(({ long }) => long);
    if (flags.length > 0) yield { words: [...start, "--"], expected: flags };
    for (const { long, value } of command.options) {
      if (value?.kind === "words") yield { words: [...start, long, ""], expected: [...value.words] };
      if (value?.kind === "text") yield { words: [...start, long, ""], expected: [] };
    }
    if (command.values[0]?.kind === "words") yield { words: [...start, ""], expected: [...command.values[0].words] };
  }
}

Deno.test("the command line is known with its values", () => {
  const find = (command: CommandShape, name: string) => command.commands.find((each) => each.name === name)!;
  const manager = find(PROGRAM, "manager");
  const value = (long: string) => manager.options.find((option) => option.long === long)?.value;
  assert.deepEqual(value("--config"), { name: "file", kind: "file", words: [] });
  assert.deepEqual(value("--realtime")?.words, ["enforce", "try", "off"]);
  assert.equal(value("--for")?.kind, "text");
  assert.equal(value("--live"), undefined);
  assert.match(manager.notes, /MC_RT_FREQ/);
  assert.equal(find(PROGRAM, "install").options[0].value?.kind, "folder");
  assert.deepEqual(find(PROGRAM, "completions").values[0].words, ["bash", "zsh", "fish"]);
  assert.ok(find(PROGRAM, "help").values[0].words.includes("manager"));
  assert.equal(find(PROGRAM, "bench-peer"), undefined, "hidden");
});

Deno.test({
  name: "bash: every fixed word, files and folders, and values after '='",
  ignore: skipUnless(has("bash"), "bash is not installed"),
  async fn() {
    using place = new Place("uri", bashCompletion(PROGRAM));
    // Each line is completed as bash itself would ask for it, with nothing but the script.
    const ask = async (lines: string[][]) => {
      const script = `source "$0"; complete -p uri >/dev/null || exit 1; cd "$1"; shift; line=(); for word in "$@"; do
        if [[ $word != END ]]; then line+=("$word"); continue; fi
        COMP_WORDS=("\${line[@]}"); COMP_CWORD=$((\${#line[@]} - 1)); _uri; printf '%s,' "\${COMPREPLY[@]}"; echo; line=()
      done`;
      const argv = ["bash", "--norc", "-c", script, place.script, place.folder];
      const text = await output([...argv, ...lines.flatMap((line) => [...line, "END"])]);
      return text.trimEnd().split("\n").map((line) => line.split(",").filter((word) => word !== ""));
    };
    const cases = [...expectations()];
    const answers = await ask(cases.map(({ words }) => words));
    for (const [index, { words, expected }] of cases.entries()) {
      assert.deepEqual(answers[index].sort(), expected.sort(), words.join(" "));
    }
    assert.deepEqual(
      await ask([
        ["uri", "manager", "-c", "rob"],
        ["uri", "manager", "--config", "robot."],
        ["uri", "install", "--prefix", "rob"],
        ["uri", "manager", "--realtime", "=", "e"],
        ["uri", "manager", "--realtime", "="],
        ["uri", "manager", "--live", "-c", "x", "--log-l"],
        ["uri", "nonsense", ""],
        ["uri", "create_new_driver", "rob"],
        ["uri", "create_new_driver", "--language", "c", "MyRobot", "rob"],
        ["uri", "create_new_driver", "--language", "=", "c", "MyRobot", "rob"],
      ]),
      [
        ["robot folder", "robot.yaml"],
        ["robot.yaml"],
        ["robot folder"],
        ["enforce"],
        ["enforce", "try", "off"],
        ["--log-level"],
        [],
        [],
        ["robot folder"],
        ["robot folder"],
      ],
    );
  },
});

Deno.test({
  name: "fish: every fixed word, files and folders",
  ignore: skipUnless(has("fish"), "fish is not installed"),
  async fn() {
    using place = new Place("uri.fish", fishCompletion(PROGRAM));
    const ask = async (lines: string[]) => {
      const script = `source $argv[1]; cd $argv[2]; for line in $argv[3..]; complete -C "$line"; echo END; end`;
      const env = { HOME: place.folder, XDG_CONFIG_HOME: place.folder, XDG_DATA_HOME: place.folder };
      const text = await output(["fish", "--no-config", "-c", script, place.script, place.folder, ...lines], env);
      return text.split("END\n").slice(0, -1).map((part) =>
        part.split("\n").map((line) => line.split("\t")[0]).filter((word) => word !== "").sort()
      );
    };
    const cases = [...expectations()];
    const answers = await ask(cases.map(({ words }) => words.join(" ")));
    for (const [index, { words, expected }] of cases.entries()) {
      assert.deepEqual(answers[index], expected.sort(), words.join(" "));
    }
    assert.deepEqual(
      await ask([
        "uri manager -c rob",
        "uri install --prefix rob",
        "uri interface -n manager --realt",
        "uri router -- ",
      ]),
      [["robot folder/", "robot.yaml"], ["robot folder/"], ["--realtime"], []],
    );
  },
});

Deno.test({
  name: "zsh: commands, flags, values and files are completed in a real line editor",
  ignore: skipUnless(has("zsh"), "zsh is not installed"),
  async fn() {
    using place = new Place("_uri", zshCompletion(PROGRAM));
    // A terminal in a terminal: what is typed is completed by the tab key, and a key of the test writes the line to a file.
    const script = `
      zmodload zsh/zpty; setopt extendedglob
      zpty shell zsh -f -i
      zpty -w shell "PS1=; fpath=('$1' \\$fpath); autoload -Uz compinit; compinit -u -D; unsetopt beep"
      zpty -w shell "report() { print -r -- \\"\\$BUFFER\\" >>'$2'; BUFFER=; }; zle -N report; bindkey '^X^R' report; cd '$3'"
      shift 3
      for line; do
        zpty -n -w shell "$line"$'\\t\\C-x\\C-r'
      done
      zpty -w shell exit
      while zpty -r shell line; do :; done
      exit 0`;
    const lines: [string, string][] = [
      ["uri manag", "uri manager "],
      ["uri manager --realtime e", "uri manager --realtime enforce "],
      ["uri manager --log-l", "uri manager --log-level="],
      ["uri manager -c robot.y", "uri manager -c robot.yaml "],
      ["uri install --prefix robot\\ f", "uri install --prefix robot\\ folder/"],
      ["uri install --prefix=robot\\ f", "uri install --prefix=robot\\ folder/"],
      ["uri completions f", "uri completions fish "],
      ["uri bench loop si", "uri bench loop sim "],
      ["uri help router", "uri help router "],
    ];
    const written = `${place.folder}/lines`;
    const folder = place.script.replace(/\/[^/]*$/, "");
    await output(
      ["zsh", "-f", "-c", script, "zsh", folder, written, place.folder, ...lines.map(([typed]) => typed)],
      { TERM: "xterm", HOME: place.folder },
    );
    assert.deepEqual(
      Deno.readTextFileSync(written).trim().split("\n").map((line) => line.trimEnd()),
      lines.map(([, line]) => line.trimEnd()),
    );
    await output(["zsh", "-f", "-c", 'compdef() { print "$@"; }; source "$1"', "zsh", place.script]);
  },
});

Deno.test("a flag takes a value in every command that has it, or in none", () => {
  const kinds = new Map<string, boolean>();
  for (const { long, value } of PROGRAM.commands.flatMap(({ options }) => options)) {
    assert.equal(kinds.get(long) ?? value !== undefined, value !== undefined, long);
    kinds.set(long, value !== undefined);
  }
});

Deno.test("the manual page has every command and flag", () => {
  const page = manPage(PROGRAM, VERSION);
  for (const command of PROGRAM.commands) {
    assert.ok(page.includes(`.SS uri ${command.name}`), command.name);
    for (const { long } of command.options) assert.ok(page.includes(long.replaceAll("-", "\\-")), long);
  }
});

Deno.test({
  name: "the manual page is read without a warning",
  ignore: skipUnless(has("groff"), "groff is not installed"),
  async fn() {
    using place = new Place("uri.1", manPage(PROGRAM, VERSION));
    assert.match(await output(["groff", "-man", "-Tascii", "-P-cbou", "-ww", place.script]), /uri manager/);
  },
});
