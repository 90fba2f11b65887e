/** What the last line of pytest has counted; undefined where it has none. */
export function countPytest(output) {
  const line = output
    .match(/^(?:=+ )?((?:\d+ (?:passed|failed|skipped|deselected|errors?|warnings?),? ?)+)in [\d.]+s.*$/gm)
    ?.at(-1);
  if (line === undefined) return undefined;
  const of = (word) => Number(line.match(new RegExp(`(\\d+) ${word}`))?.[1] ?? 0);
  return { passed: of('passed'), failed: of('failed') + of('error'), skipped: of('skipped') };
}
