// A process that hammers the cell in a file: cell_hammer_process.ts FILE CAPACITY write|read|unchecked FROM LAST.
// It says "ready" when it has begun, and a reader its report when it has seen the last message.
import { MappedCell } from "../shm/mapped_cell.ts";
import { cellHammer } from "./cell_hammer.ts";

const [path, capacity, role, from, last] = Deno.args;
const cell = MappedCell.open(path, Number(capacity));
const say = (text: string) => void Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));
if (role === "write") {
  cellHammer.write(cell.descriptor, Number(from), Number(last), () => say("ready"));
} else {
  const read = role === "read" ? cellHammer.read : cellHammer.readUnchecked;
  say(JSON.stringify(read(cell.descriptor, Number(last), () => say("ready"))));
}
cell.close();
