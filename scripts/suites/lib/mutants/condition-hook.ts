import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { ConditionMutant } from './condition-log.ts';
import { hook } from './condition-sites.ts';
import { type ConditionLike, type Parts, partsOf, withoutPart } from './expression-parts.ts';
import { refusals, refusedBy } from './refusals.ts';

/*
 * What the marked sources call with each of their conditions, in the worker of vitest: it takes a part out of one, and
 * otherwise notes which are asked and which refuse.
 */

/** What an attempt has seen of a condition. */
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

/** One, however often this module is loaded. */
function switchboard(): Switchboard {
  if (!shared.fiducialSwitchboard) {
    shared.fiducialSwitchboard = { mutant: undefined, seen: new Map(), sites: [] };
    watchRefusals((expression) => refusals.tell(expression));
  }
  return shared.fiducialSwitchboard;
}

const isCondition = (given: unknown): given is ConditionLike =>
  typeof (given as ConditionLike | undefined)?.expression === 'string';

/** Makes the marked sources call us. */
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

/** From now on a part is missing, or none; what was seen before is forgotten. */
export function switchTo(mutant: ConditionMutant | undefined): void {
  const board = switchboard();
  board.mutant = mutant;
  board.seen.clear();
}

/** What was seen since the last switch. */
export const seen = (): Sighting[] => [...switchboard().seen.values()];

/** A number written in blanks, of which an expression may have as many as it likes. */
const tagOf = (number: number): string => ` \n${number.toString(2).replaceAll('0', ' ').replaceAll('1', '\t')}\n `;

function numberIn(expression: string): number | undefined {
  const tag = / \n([ \t]+)\n $/.exec(expression)?.[1];
  return tag ? Number.parseInt(tag.replaceAll(' ', '0').replaceAll('\t', '1'), 2) : undefined;
}

type Send = (...given: unknown[]) => Promise<unknown>;

/** Tells the expression of every condition that an engine refused, also to clients that are given a `send` of their own. */
function watchRefusals(tell: (expression: string) => void): void {
  const watched = (send: Send): Send =>
    async function (this: DynamoDBClient, ...given) {
      try {
        return await send.apply(this, given);
      } catch (error) {
        for (const expression of refusedBy(given[0] as { input: object }, error)) tell(expression);
        throw error;
      }
    };
  const own = watched(DynamoDBClient.prototype.send as Send);
  Object.defineProperty(DynamoDBClient.prototype, 'send', {
    configurable: true,
    get: () => own,
    set(this: DynamoDBClient, send: Send) {
      Object.defineProperty(this, 'send', { configurable: true, writable: true, value: watched(send) });
    },
  });
}
