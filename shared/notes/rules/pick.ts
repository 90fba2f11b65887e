import { type CooldownWindow, globalScope, type NoteScope } from './scope.ts';

/**
 * Which of the notes of one thing is shown (rules NOTE-4, NOTE-6 and NOTE-7). Nothing here depends on the
 * order of its input.
 */

/** A note that may be shown. */
export interface NoteCandidate {
  scope: NoteScope;
  /** Absent: never noted, older than any. */
  updatedAt?: string | undefined;
}

/** A window in time; an absent start or end is open. */
export interface TimeWindow {
  startedAt?: string | undefined;
  endedAt?: string | undefined;
}

/** Rule NOTE-7: whether two windows have an instant in common, their ends included. */
export const overlaps = (a: TimeWindow, b: TimeWindow): boolean => startsBefore(a, b) && startsBefore(b, a);

const startsBefore = (a: TimeWindow, b: TimeWindow): boolean =>
  a.startedAt === undefined || b.endedAt === undefined || a.startedAt <= b.endedAt;

/** Rule NOTE-6: whether a time range lies within a cool-down; one that is ongoing has no end. */
export const isWithin = (range: TimeWindow, cooldown: TimeWindow): boolean =>
  range.startedAt !== undefined &&
  cooldown.startedAt !== undefined &&
  range.startedAt >= cooldown.startedAt &&
  (cooldown.endedAt === undefined || (range.endedAt !== undefined && range.endedAt <= cooldown.endedAt));

/** Rule NOTE-5: a scope with the bounds that its cool-down has now; as it is, where the cool-down is not among these. */
export function withCurrentBounds(scope: NoteScope, cooldowns: readonly CooldownWindow[]): NoteScope {
  const now = scope.type === 'cooldown' && cooldowns.find(({ cooldownId }) => cooldownId === scope.cooldownId);
  return now ? { ...scope, startedAt: now.startedAt, endedAt: now.endedAt } : scope;
}

/** Whether a note of one scope may be shown under another: its own (exact key), or by rule NOTE-6 or NOTE-7. */
export function mayShow(scope: NoteScope, requested: NoteScope): boolean {
  if (scope.key === requested.key) return true;
  if (scope.type === 'global') return false;
  if (requested.type === 'time_range') return overlaps(scope, requested);
  return scope.type === 'time_range' && requested.type === 'cooldown' && isWithin(scope, requested);
}

/**
 * Rule NOTE-7: of several notes the one with exactly this key, else the one that was edited last; of two edited at the
 * same instant, the greater key.
 */
export function pickNote<T extends NoteCandidate>(candidates: readonly T[], exactKey: string): T | undefined {
  const exact = candidates.filter((one) => one.scope.key === exactKey);
  return (exact.length > 0 ? exact : candidates).reduce<T | undefined>(
    (best, one) => (best === undefined || isLater(one, best) ? one : best),
    undefined,
  );
}

const isLater = (one: NoteCandidate, best: NoteCandidate): boolean => {
  const [a, b] = [one.updatedAt ?? '', best.updatedAt ?? ''];
  return a === b ? one.scope.key > best.scope.key : a > b;
};

/**
 * The note to show under a scope. A time range inside a cool-down that was recorded later is shown there until the
 * cool-down has a note of its own (rule NOTE-6). If there is no note and no scope was chosen, the legacy global one is
 * shown (rule NOTE-4).
 */
export function shownNote<T extends NoteCandidate>(
  candidates: readonly T[],
  requested: NoteScope,
  unscoped: boolean,
): T | undefined {
  const shown = pickNote(
    candidates.filter((one) => mayShow(one.scope, requested)),
    requested.key,
  );
  if (shown || !unscoped) return shown;
  return pickNote(
    candidates.filter((one) => one.scope.key === globalScope.key),
    globalScope.key,
  );
}
