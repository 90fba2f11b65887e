/** The pending actions on results of a wall: some are excluded, some measured again, some both. */
export interface WallMarks {
  exclude: ReadonlySet<string>;
  measure: ReadonlySet<string>;
}

export type WallMark = keyof WallMarks;

export const noMarks: WallMarks = { exclude: new Set(), measure: new Set() };

/** Marks a result, or takes the mark back where it has it. */
export const toggleMark = (marks: WallMarks, mark: WallMark, taskId: string): WallMarks => ({
  ...marks,
  [mark]: marks[mark].has(taskId) ? without(marks[mark], [taskId]) : new Set([...marks[mark], taskId]),
});

/** Takes every mark of a result back. */
export const unmark = ({ exclude, measure }: WallMarks, taskId: string): WallMarks => ({
  exclude: without(exclude, [taskId]),
  measure: without(measure, [taskId]),
});

/** Takes one kind of mark back from what it was done to. */
export const settle = (marks: WallMarks, mark: WallMark, taskIds: readonly string[]): WallMarks => ({
  ...marks,
  [mark]: without(marks[mark], taskIds),
});

function without(ids: ReadonlySet<string>, taken: readonly string[]): ReadonlySet<string> {
  const gone = new Set(taken);
  return new Set([...ids].filter((id) => !gone.has(id)));
}

/** How much is marked, in words: `3 marked to exclude, 4 to measure`. */
export function marksText({ exclude, measure }: WallMarks): string {
  const parts = [exclude.size > 0 && `${exclude.size} to exclude`, measure.size > 0 && `${measure.size} to measure`];
  const said = parts.filter(Boolean).join(', ');
  return said === '' ? 'Nothing marked' : `Marked: ${said}`;
}

/** The pending actions on one result: `Marked to exclude and measure`; empty for none. */
export function markText(marks: WallMarks, taskId: string): string {
  const words = (['exclude', 'measure'] as const).filter((mark) => marks[mark].has(taskId));
  return words.length === 0 ? '' : `Marked to ${words.join(' and ')}`;
}

/**
 * The results to measure that one start can take, of the run that most of them are of, and those of other runs: a chip has one
 * run at a time.
 */
export function measurable<T extends { executionId: string }>(marked: readonly T[]): { now: T[]; later: T[] } {
  const byRun = [...Map.groupBy(marked, ({ executionId }) => executionId).values()];
  const [now = [], ...others] = byRun.sort((a, b) => b.length - a.length);
  return { now, later: others.flat() };
}
