/**
 * What Zenoh knows at one place of its configuration:
 *
 * - `0`: a value; what stands in it is not looked at.
 * - `[items]`: a list, and what each of its items is.
 * - `["mode", value]`: `value`, or a map with one for each of `router`, `peer` and `client`.
 * - `["target", value]`: `value`, or a map with one for each of `to_router`, `to_peer` and `to_client`.
 * - a map: its keys; `*` stands for any further key.
 */
export type ZenohKeys =
  | 0
  | readonly [ZenohKeys]
  | readonly ["mode" | "target", ZenohKeys]
  | { readonly [key: string]: ZenohKeys };
