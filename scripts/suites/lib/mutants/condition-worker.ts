import { appendFileSync } from 'node:fs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeEach, expect, inject } from 'vitest';
import { hook } from './condition-sites.ts';
import { type ConditionLike, type Parts, partsOf, withoutPart } from './expression-parts.ts';
import { refusals, refusedBy } from './refusals.ts';

/*
 * In the workers of vitest: either notes which condition is asked and refused in which test, or takes one part out of one
 * condition.
 */

/** What the workers are to do. */
export type ConditionTask = { surveyFile: string } | { site: string; part: string };

/** What was seen in a test: the condition was asked, or has kept a write from happening. */
export interface Sighting {
  site: string;
  parts: Parts;
  file: string;
  /** Name with those of its suites; empty for what prepares a file. */
  test: string;
  refused: boolean;
}

declare module 'vitest' {
  interface ProvidedContext {
    conditionTask: ConditionTask | undefined;
  }
}

const shared = globalThis as unknown as {
  [hook]: (site: string, condition: unknown) => unknown;
  conditionSurvey?: { sites: string[] };
};
const task = inject('conditionTask');
const isCondition = (given: unknown): given is ConditionLike =>
  typeof (given as ConditionLike | undefined)?.expression === 'string';

let currentTest = '';
beforeEach(({ task: test }) => {
  currentTest = test.fullTestName;
});

if (task && 'site' in task)
  shared[hook] = (site, condition) =>
    site === task.site && isCondition(condition) ? withoutPart(condition, task.part) : condition;
else if (task) survey(task.surveyFile);
else shared[hook] = (_, condition) => condition;

function survey(surveyFile: string): void {
  // A worker runs this before each of its files, in the same process.
  if (!shared.conditionSurvey) watchRefusals((expression) => refusals.tell(expression));
  shared.conditionSurvey ??= { sites: [] };
  const { sites } = shared.conditionSurvey;
  const seen = new Map<string, Omit<Sighting, 'file'>>();
  const note = (site: string, expression: string, refused: boolean) => {
    const parts = partsOf(expression);
    seen.set(JSON.stringify([site, currentTest, refused, parts]), { site, parts, test: currentTest, refused });
  };
  shared[hook] = (site, condition) => {
    if (!isCondition(condition)) return condition;
    note(site, condition.expression, false);
    if (!sites.includes(site)) sites.push(site);
    return { ...condition, expression: condition.expression + tagOf(sites.indexOf(site)) };
  };
  refusals.tell = (expression) => {
    const site = sites[numberIn(expression) ?? -1];
    if (site !== undefined) note(site, expression, true);
  };
  afterAll(() => {
    const file = expect.getState().testPath;
    const lines = [...seen.values()].map((one) => JSON.stringify({ ...one, file }));
    if (lines.length > 0) appendFileSync(surveyFile, `${lines.join('\n')}\n`);
    seen.clear();
    currentTest = '';
  });
}

/** A number written in blanks, of which an expression may have as many as it likes. */
const tagOf = (number: number): string => ` \n${number.toString(2).replaceAll('0', ' ').replaceAll('1', '\t')}\n `;

function numberIn(expression: string): number | undefined {
  const tag = / \n([ \t]+)\n $/.exec(expression)?.[1];
  return tag ? Number.parseInt(tag.replaceAll(' ', '0').replaceAll('\t', '1'), 2) : undefined;
}

/** Tells the expression of every condition that an engine refused. */
function watchRefusals(tell: (expression: string) => void): void {
  const { send } = Object.getPrototypeOf(DynamoDBClient.prototype);
  DynamoDBClient.prototype.send = async function (this: DynamoDBClient, ...given: unknown[]) {
    try {
      return await send.apply(this, given);
    } catch (error) {
      for (const expression of refusedBy(given[0] as { input: object }, error)) tell(expression);
      throw error;
    }
  } as DynamoDBClient['send'];
}
