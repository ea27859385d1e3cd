import { liveLength } from "./live_length.ts";

/** What is told of each robot in `live`, where all robots lie one after the other, see {@link liveLength}. */
export function liveViews(
  live: SharedArrayBuffer,
  robots: readonly { readonly module: Parameters<typeof liveLength>[0] }[],
): Float64Array[] {
  let at = 0;
  return robots.map(({ module }) => {
    const view = new Float64Array(live, at, liveLength(module));
    at += view.byteLength;
    return view;
  });
}
