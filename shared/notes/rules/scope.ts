import { isOngoing } from '../../cooldowns/rules/cooldown.ts';
import { isInverted } from '../../kernel/rules/time-range.ts';

/**
 * Where a note belongs (rules NOTE-1 to NOTE-5, NOTE-8 and NOTE-12): a cool-down, a time
 * range, or nowhere in particular. Instants are `YYYY-MM-DDTHH:mm:ss.sssZ`, which compare as text.
 */

/** The kinds of scope. */
export const NOTE_SCOPE_TYPES = ['cooldown', 'time_range', 'global'] as const;

export const NOTE_SCOPE_SOURCES = [
  'explicit_cooldown',
  'current_cooldown',
  'inferred_from_range',
  'manual_time_range',
  'legacy_global',
] as const;
/** One of these ways. */
export type NoteScopeSource = (typeof NOTE_SCOPE_SOURCES)[number];

/** A scope as it is stored with a note. `startedAt` and `endedAt` are its window; an absent end is open. */
export interface NoteScope {
  type: (typeof NOTE_SCOPE_TYPES)[number];
  key: string;
  cooldownId?: string | undefined;
  startedAt?: string | undefined;
  endedAt?: string | undefined;
  source: NoteScopeSource;
}

/** What a request says about the scope. */
export interface ScopeRequest {
  cooldownId?: string | undefined;
  startAt?: string | undefined;
  endAt?: string | undefined;
}

/** The fields of a cool-down that scopes need. */
export interface CooldownWindow {
  cooldownId: string;
  startedAt: string;
  /** Absent: ongoing. */
  endedAt?: string | undefined;
  chipIds: readonly string[];
}

/** The scope of a note that belongs to no cool-down and no range (rule NOTE-4). */
export const globalScope: NoteScope = { type: 'global', key: 'global', source: 'legacy_global' };

/** Rules NOTE-1 and NOTE-5: a note of a cool-down has its id in the key, and stores the cool-down's bounds. */
export const cooldownScope = (cooldown: CooldownWindow, source: NoteScopeSource): NoteScope => ({
  type: 'cooldown',
  key: `cooldown:${cooldown.cooldownId}`,
  cooldownId: cooldown.cooldownId,
  startedAt: cooldown.startedAt,
  endedAt: cooldown.endedAt,
  source,
});

/** Rule NOTE-2: without a cool-down, the range that was asked for is the scope. */
export const timeRangeScope = (startAt: string, endAt: string): NoteScope => ({
  type: 'time_range',
  key: `time_range:${isoformat(startAt)}:${isoformat(endAt)}`,
  startedAt: startAt,
  endedAt: endAt,
  source: 'manual_time_range',
});

/** An instant as QDash writes it into a key: UTC with `+00:00`, microseconds only where they are not zero. */
function isoformat(instant: string): string {
  const [seconds = '', fraction = ''] = instant.replace('Z', '').split('.');
  return `${seconds}${/^0*$/.test(fraction) ? '' : `.${fraction.padEnd(6, '0')}`}+00:00`;
}

/**
 * Rule NOTE-3: the one cool-down of the chip that contains the whole range, ends included; an ongoing one has no end.
 * Undefined for none, or more than one.
 */
export function cooldownOfRange<T extends CooldownWindow>(
  range: { startAt: string; endAt: string },
  chipId: string,
  cooldowns: readonly T[],
): T | undefined {
  const [first, ...others] = cooldowns.filter(
    (one) =>
      one.chipIds.includes(chipId) &&
      one.startedAt <= range.startAt &&
      (isOngoing(one) || (one.endedAt ?? '') >= range.endAt),
  );
  return others.length === 0 ? first : undefined;
}

/** What is wrong with the range of a request; undefined where nothing is (rule NOTE-12). */
export function rangeProblem({
  startAt,
  endAt,
}: ScopeRequest): { at: 'startAt' | 'endAt'; message: string } | undefined {
  if (startAt !== undefined && endAt === undefined) return { at: 'endAt', message: 'must be given with start_at' };
  if (startAt === undefined && endAt !== undefined) return { at: 'startAt', message: 'must be given with end_at' };
  if (isInverted({ from: startAt, through: endAt })) return { at: 'endAt', message: 'must not be before start_at' };
  return undefined;
}

/** A request that names neither a cool-down nor a range. */
export const isUnscoped = ({ cooldownId, startAt, endAt }: ScopeRequest): boolean =>
  cooldownId === undefined && startAt === undefined && endAt === undefined;

/**
 * The scope of a request: rule NOTE-1 (the cool-down that it names), else rules NOTE-3 and NOTE-2 (its range), else the
 * cool-down that the chip is in, else global. `cooldowns` are those of the chip, and the named one. Undefined: the
 * request or the chip names a cool-down that is not among them.
 */
export function resolveScope(
  request: ScopeRequest,
  chip: { chipId: string; currentCooldownId?: string | undefined },
  cooldowns: readonly CooldownWindow[],
): NoteScope | undefined {
  const { cooldownId, startAt, endAt } = request;
  const found = (id: string, source: NoteScopeSource): NoteScope | undefined => {
    const cooldown = cooldowns.find((one) => one.cooldownId === id);
    return cooldown && cooldownScope(cooldown, source);
  };
  if (cooldownId !== undefined) return found(cooldownId, 'explicit_cooldown');
  if (startAt !== undefined && endAt !== undefined) {
    const cooldown = cooldownOfRange({ startAt, endAt }, chip.chipId, cooldowns);
    return cooldown ? cooldownScope(cooldown, 'inferred_from_range') : timeRangeScope(startAt, endAt);
  }
  return chip.currentCooldownId === undefined ? globalScope : found(chip.currentCooldownId, 'current_cooldown');
}

/** Rule NOTE-8: the summary of a qubit or coupling that is written without a scope is the legacy global one. */
export const writesLegacyNote = (level: NoteLevel, request: ScopeRequest): boolean =>
  level === 'target' && isUnscoped(request);

/** What a scoped note is about: the chip, the pinned summary of a target, a comment on it, or one of its metrics. */
export type NoteLevel = 'chip' | 'target' | 'comment' | 'metric';
