import { type Doc, instantOf, optionalText, textOf, textsOf, timesOf } from './document.ts';
import type { Survey } from './survey.ts';

/** When a cool-down began and ended. */
export interface CooldownTimes {
  startedAt: string;
  endedAt: string | undefined;
  /** What was changed so that the times fit, as a sentence. */
  change: string | undefined;
}

const startOf = (doc: Doc): string => instantOf(doc.started_at) ?? timesOf(doc).createdAt;

/**
 * The times of a cool-down. QDash lets several of a cryostat be ongoing; here one is, so that an earlier one ends when
 * the next begins.
 */
export function cooldownTimes(survey: Survey, projectId: string, doc: Doc): CooldownTimes {
  const startedAt = startOf(doc);
  const endedAt = instantOf(doc.ended_at);
  if (endedAt !== undefined && endedAt < startedAt)
    return { startedAt, endedAt: startedAt, change: 'an end before the start is imported as the start' };
  if (endedAt !== undefined) return { startedAt, endedAt, change: undefined };
  const next = cooldownsOf(survey, projectId)
    .filter((other) => textOf(other, 'cryo_id') === textOf(doc, 'cryo_id') && isAfter(other, doc))
    .map(startOf)
    .sort()[0];
  const change = next === undefined ? undefined : 'an ongoing cool-down before another one ends when that begins';
  return { startedAt, endedAt: next, change };
}

const isAfter = (other: Doc, doc: Doc): boolean => {
  const [a, b] = [startOf(other), startOf(doc)];
  return a > b || (a === b && textOf(other, 'cooldown_id') > textOf(doc, 'cooldown_id'));
};

const cooldownsOf = (survey: Survey, projectId: string): Doc[] =>
  [...survey.cooldowns].filter(([key]) => key.startsWith(`${projectId}\0`)).map(([, doc]) => doc);

/** The cool-downs that list a chip. */
export const cooldownIdsOf = (survey: Survey, projectId: string, chipId: string): string[] =>
  cooldownsOf(survey, projectId)
    .filter((doc) => textsOf(doc, 'chip_ids').includes(chipId))
    .map((doc) => textOf(doc, 'cooldown_id'))
    .sort();

/** The ongoing cool-down that a chip is in: the one that it names if that lists it. */
export function currentCooldownOf(
  survey: Survey,
  projectId: string,
  chipId: string,
  named: string | undefined,
): string | undefined {
  const doc = named === undefined ? undefined : survey.cooldown(projectId, named);
  if (!doc || !textsOf(doc, 'chip_ids').includes(chipId)) return undefined;
  return cooldownTimes(survey, projectId, doc).endedAt === undefined ? optionalText(doc, 'cooldown_id') : undefined;
}

/** The ongoing cool-down of a cryostat, and how many it has. */
export function cooldownsOfCryostat(survey: Survey, projectId: string, cryoId: string) {
  const own = cooldownsOf(survey, projectId).filter((doc) => textOf(doc, 'cryo_id') === cryoId);
  const ongoing = own.find((doc) => cooldownTimes(survey, projectId, doc).endedAt === undefined);
  return { count: own.length, ongoing: ongoing && textOf(ongoing, 'cooldown_id') };
}
