/** Colour of the joint with this number, the same in table and plots: far from its neighbours, readable on light and dark. */
export function jointColour(joint: number): string {
  const named = ["#2f81f7", "#e5534b", "#2da44e", "#c69026", "#a371f7", "#e0699f", "#1b9e9e", "#8c7a6b"];
  return named[joint] ?? `hsl(${Math.round(joint * 137.5) % 360} 60% 52%)`;
}
