/** Whether JSON is larger than a number of characters; it stops counting there. */
export function isLarger(value: unknown, characters: number): boolean {
  const open = [value];
  let size = 0;
  while (open.length > 0 && size <= characters) {
    const next = open.pop();
    size += typeof next === 'string' ? next.length + 2 : 4;
    if (typeof next !== 'object' || next === null) continue;
    for (const key in next) {
      size += Array.isArray(next) ? 1 : key.length + 4;
      if (size > characters) return true;
      open.push((next as Record<string, unknown>)[key]);
    }
  }
  return size > characters;
}
