import { DriverError } from "../../core/driver_error.ts";
import { MOCK_RECORD_KINDS, type MockRecord } from "./mock_record.ts";
import { mockRecordLayout as layout } from "./mock_record_layout.ts";

/**
 * Everything a mock robot has recorded in `file` so far, also while it runs or after it was killed: a record that is half written is
 * left out. Throws a {@link DriverError} when the file is no such record, and an error of the operating system when it cannot be read.
 */
export function readMockRecord(file: string): MockRecord[] {
  const bytes = Deno.readFileSync(file);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = new TextDecoder().decode(bytes.subarray(0, layout.magic.length));
  const joints = bytes.length < layout.headBytes ? 0 : view.getUint32(8, true);
  const size = layout.fixedBytes + joints * 8;
  if (magic !== layout.magic || bytes.length < layout.headBytes || view.getUint32(12, true) !== size) {
    throw new DriverError(
      "RobotDriverMock",
      `Cannot read the record '${file}': it does not begin as a record of RobotDriverMock; name the file of its key 'record'`,
    );
  }
  const records: MockRecord[] = [];
  for (let at = layout.headBytes; at + size <= bytes.length; at += size) {
    const count = view.getUint32(at + 24, true);
    records.push({
      kind: MOCK_RECORD_KINDS[view.getUint32(at, true)],
      cycle: view.getUint32(at + 4, true),
      stampNs: view.getBigUint64(at + 8, true),
      timeNs: view.getFloat64(at + 16, true),
      count,
      values: Array.from(
        { length: Math.min(count, joints) },
        (_, i) => view.getFloat64(at + layout.fixedBytes + i * 8, true),
      ),
    });
  }
  return records;
}
