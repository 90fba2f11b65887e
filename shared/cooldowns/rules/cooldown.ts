/**
 * Rules of cool-downs (docs/design/domain.md#cryostats-and-cool-downs): the effects of a cool-down on its cryostat and
 * its chips. Writers apply them to everything that they change, in one transaction.
 */

import { LAST_INSTANT_MS } from '../../kernel/rules/calendar.ts';
import { longestRunSeconds } from '../../runs/rules/longest-run.ts';

/** Most chips of one cool-down: all their pointers fit into one transaction (rule COOL-4). */
export const COOLDOWN_CHIP_LIMIT = 90;

/** Most checkpoints of the wiring of one cool-down: a list of all of them fits an answer (rule COOL-10). */
export const WIRING_CHECKPOINT_LIMIT = 100;

/** The part of a cool-down that decides about others. `endedAt` absent: it is ongoing. */
export interface CooldownState {
  cooldownId: string;
  cryoId: string;
  /** ISO 8601 UTC with milliseconds. */
  startedAt: string;
  endedAt?: string | undefined;
  chipIds: readonly string[];
}

/** What a chip knows of cool-downs: the ongoing one that it is in, and all that list it. */
export interface ChipPlace {
  chipId: string;
  currentCooldownId?: string | undefined;
  cooldownIds?: readonly string[] | undefined;
}

/** What a cryostat knows of its cool-downs. */
export interface CryostatLoad {
  cryoId: string;
  status: 'active' | 'maintenance' | 'decommissioned';
  ongoingCooldownId?: string | undefined;
  cooldownCount: number;
}

/** Why a cool-down is refused; `cooldownId` is the conflicting one. */
export type CooldownRefusal =
  | { reason: 'chip_elsewhere'; chipId: string; cooldownId: string }
  | { reason: 'cryostat_occupied'; cryoId: string; cooldownId: string }
  | { reason: 'cryostat_decommissioned'; cryoId: string };

/** A new state, or the reason it stays as it was. */
export type Placement<T> = { ok: true; place: T } | { ok: false; refusal: CooldownRefusal };

/** True until a cool-down has an end. */
export const isOngoing = (cooldown: Pick<CooldownState, 'endedAt'> | undefined): boolean =>
  cooldown !== undefined && cooldown.endedAt === undefined;

/** True where the end is not before the start; an ongoing cool-down has no end to compare. */
export const hasValidPeriod = (cooldown: Pick<CooldownState, 'startedAt' | 'endedAt'>): boolean =>
  cooldown.endedAt === undefined || cooldown.endedAt >= cooldown.startedAt;

/**
 * A chip's place once the cool-down `cooldownId` is as `after` says; undefined: deleted. The pointer is set by an ongoing
 * cool-down that lists the chip, and cleared only if it points here (rule COOL-3).
 */
export function placeChip<T extends ChipPlace>(
  chip: T,
  cooldownId: string,
  after: CooldownState | undefined,
): Placement<Required<Pick<T, 'cooldownIds'>> & Pick<T, 'currentCooldownId'>> {
  const listed = after?.chipIds.includes(chip.chipId) ?? false;
  const loaded = listed && isOngoing(after);
  const current = chip.currentCooldownId;
  if (loaded && current !== undefined && current !== cooldownId)
    return { ok: false, refusal: { reason: 'chip_elsewhere', chipId: chip.chipId, cooldownId: current } };
  const others = (chip.cooldownIds ?? []).filter((id) => id !== cooldownId);
  const currentCooldownId = loaded ? cooldownId : current === cooldownId ? undefined : current;
  return { ok: true, place: { cooldownIds: listed ? [...others, cooldownId] : others, currentCooldownId } };
}

/**
 * A cryostat's load once one of its cool-downs changes from `before` to `after` (undefined: not there). At most one is
 * ongoing, and none begins in a decommissioned cryostat.
 */
export function placeInCryostat(
  cryostat: CryostatLoad,
  cooldownId: string,
  before: CooldownState | undefined,
  after: CooldownState | undefined,
): Placement<Pick<CryostatLoad, 'ongoingCooldownId' | 'cooldownCount'>> {
  const { cryoId, ongoingCooldownId: ongoing } = cryostat;
  const was = before?.cryoId === cryoId;
  const is = after?.cryoId === cryoId;
  const cooldownCount = cryostat.cooldownCount + Number(is) - Number(was);
  if (!is || !isOngoing(after))
    return { ok: true, place: { cooldownCount, ongoingCooldownId: ongoing === cooldownId ? undefined : ongoing } };
  if (ongoing !== undefined && ongoing !== cooldownId)
    return { ok: false, refusal: { reason: 'cryostat_occupied', cryoId, cooldownId: ongoing } };
  if (ongoing === undefined && cryostat.status === 'decommissioned')
    return { ok: false, refusal: { reason: 'cryostat_decommissioned', cryoId } };
  return { ok: true, place: { cooldownCount, ongoingCooldownId: cooldownId } };
}

/** Chips whose place a change may move: all of them where the cool-down begins, ends or goes, else those that come or go. */
export function movedChips(before: CooldownState | undefined, after: CooldownState | undefined): string[] {
  const one = new Set(before?.chipIds);
  const two = new Set(after?.chipIds);
  const all = [...new Set([...one, ...two])];
  return isOngoing(before) === isOngoing(after) ? all.filter((id) => one.has(id) !== two.has(id)) : all;
}

/** Whether a chip was in a cool-down at an instant, by the cool-down's list and recorded times. */
export const hadChip = (
  { startedAt, endedAt, chipIds }: Pick<CooldownState, 'startedAt' | 'endedAt' | 'chipIds'>,
  chipId: string,
  at: string,
): boolean => chipIds.includes(chipId) && at >= startedAt && (endedAt === undefined || at <= endedAt);

/** A part of time; without an end it is open. */
export interface TimeSpan {
  from: string;
  through: string | undefined;
}

/** How far the clock of a worker may be ahead. */
const clockAheadSeconds = 3600;

/**
 * Where what bears a cool-down's id lies in time, whatever its recorded times say: ids are stamped from when the record is
 * made until its end is, on what began up to the longest run before. Values that people date lie within the recorded times
 * as well (rule COOL-9).
 */
export function dataSpan(cooldown: {
  startedAt: string;
  endedAt?: string | undefined;
  createdAt: string;
  updatedAt: string;
}): TimeSpan {
  const { startedAt, endedAt, createdAt, updatedAt } = cooldown;
  const first = startedAt < createdAt ? startedAt : createdAt;
  const from = new Date(Math.max(0, Date.parse(first) - longestRunSeconds * 1000)).toISOString();
  if (endedAt === undefined) return { from, through: undefined };
  const last = Date.parse(endedAt > updatedAt ? endedAt : updatedAt) + clockAheadSeconds * 1000;
  // What ends with the last day that can be written is open: in an eastern zone its date has five digits of a year.
  return { from, through: last > LAST_INSTANT_MS - 86_400_000 ? undefined : new Date(last).toISOString() };
}
