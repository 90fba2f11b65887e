/** A place in the pixels of a drawing. */
export interface Place {
  x: number;
  y: number;
}

/** Whether a place lies within a line drawn by hand, whose ends are joined: a ray from it crosses the line an odd number of times. */
export function isWithin(line: readonly Place[], { x, y }: Place): boolean {
  let within = false;
  let from = line.at(-1);
  for (const to of line) {
    if (from && to.y > y !== from.y > y && x < ((from.x - to.x) * (y - to.y)) / (from.y - to.y) + to.x)
      within = !within;
    from = to;
  }
  return within;
}
