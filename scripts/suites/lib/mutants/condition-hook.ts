import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { ConditionMutant } from './condition-log.ts';
import { hook } from './condition-sites.ts';
import { type ConditionLike, type Parts, partsOf, withoutPart } from './expression-parts.ts';
import { refusals, refusedBy } from './refusals.ts';

/*
 * Marked sources call this for each condition, in the vitest worker. It removes a part of one condition, or else
 * records which conditions are evaluated and which refuse.
 */

/** What a test run has seen of a condition. */
export interface Sighting {
  site: string;
  parts: Parts;
  refused: boolean;
}

interface Switchboard {
  mutant: ConditionMutant | undefined;
  seen: Map<string, Sighting>;
  sites: string[];
}

const shared = globalThis as unknown as {
  [hook]: (site: string, condition: unknown) => unknown;
  fiducialSwitchboard?: Switchboard;
};

/** A single instance, however often this module is loaded. */
function switchboard(): Switchboard {
  if (!shared.fiducialSwitchboard) {
    shared.fiducialSwitchboard = { mutant: undefined, seen: new Map(), sites: [] };
    watchRefusals((expression) => refusals.tell(expression));
  }
  return shared.fiducialSwitchboard;
}

const isCondition = (given: unknown): given is ConditionLike =>
  typeof (given as ConditionLike | undefined)?.expression === 'string';

/** Registers the hook for the marked sources. */
export function connect(): void {
  const board = switchboard();
  const note = (site: string, expression: string, refused: boolean) => {
    const key = `${site} ${expression.trim()}`;
    const before = board.seen.get(key);
    if (!before) board.seen.set(key, { site, parts: partsOf(expression), refused });
    else if (refused) before.refused = true;
  };
  shared[hook] = (site, condition) => {
    if (!isCondition(condition)) return condition;
    const { mutant } = board;
    if (mutant) return site === mutant.site ? withoutPart(condition, mutant.part) : condition;
    note(site, condition.expression, false);
    if (!board.sites.includes(site)) board.sites.push(site);
    return { ...condition, expression: condition.expression + tagOf(board.sites.indexOf(site)) };
  };
  refusals.tell = (expression) => {
    const site = board.sites[numberIn(expression) ?? -1];
    if (site !== undefined && !board.mutant) note(site, expression, true);
  };
}

/** Removes another part, or none, from now on, and clears the record. */
export function switchTo(mutant: ConditionMutant | undefined): void {
  const board = switchboard();
  board.mutant = mutant;
  board.seen.clear();
}

/** The record since the last switch. */
export const seen = (): Sighting[] => [...switchboard().seen.values()];

/** A number encoded in spaces, of which an expression may have any number. */
const tagOf = (number: number): string => ` \n${number.toString(2).replaceAll('0', ' ').replaceAll('1', '\t')}\n `;

function numberIn(expression: string): number | undefined {
  const tag = / \n([ \t]+)\n $/.exec(expression)?.[1];
  return tag ? Number.parseInt(tag.replaceAll(' ', '0').replaceAll('\t', '1'), 2) : undefined;
}

type Send = (...given: unknown[]) => Promise<unknown>;

/** Reports every condition that an engine refuses. */
function watchRefusals(tell: (expression: string) => void): void {
  const prototype = DynamoDBClient.prototype as unknown as { send: Send };
  const { send } = prototype;
  prototype.send = async function (this: DynamoDBClient, ...given) {
    try {
      return await send.apply(this, given);
    } catch (error) {
      for (const expression of refusedBy(given[0] as { input: object }, error)) tell(expression);
      throw error;
    }
  };
}
