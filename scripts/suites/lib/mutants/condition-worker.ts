import { appendFileSync } from 'node:fs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeEach, expect, inject } from 'vitest';
import { hook } from './condition-sites.ts';
import { type ConditionLike, type Parts, partsOf, withoutPart } from './expression-parts.ts';

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
  conditionSurvey?: { sites: string[]; refused: (expression: string | undefined) => void };
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
  const state = shared.conditionSurvey ?? { sites: [], refused: () => undefined };
  if (!shared.conditionSurvey) watchRefusals((expression) => state.refused(expression));
  shared.conditionSurvey = state;
  const { sites } = state;
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
  state.refused = (expression) => {
    const site = sites[numberIn(expression) ?? -1];
    if (site !== undefined && expression !== undefined) note(site, expression, true);
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

function numberIn(expression: string | undefined): number | undefined {
  const tag = expression && / \n([ \t]+)\n $/.exec(expression)?.[1];
  return tag ? Number.parseInt(tag.replaceAll(' ', '0').replaceAll('\t', '1'), 2) : undefined;
}

/** Tells the expression of every condition that was refused. */
function watchRefusals(tell: (expression: string | undefined) => void): void {
  const { send } = Object.getPrototypeOf(DynamoDBClient.prototype);
  DynamoDBClient.prototype.send = async function (this: DynamoDBClient, ...given: unknown[]) {
    try {
      return await send.apply(this, given);
    } catch (error) {
      for (const expression of refusedIn(given[0] as { input: Sent }, error as Refusal)) tell(expression);
      throw error;
    }
  } as DynamoDBClient['send'];
}

interface Sent {
  ConditionExpression?: string;
  TransactItems?: Record<string, { ConditionExpression?: string }>[];
}
interface Refusal {
  name?: string;
  CancellationReasons?: { Code?: string }[];
}

function refusedIn({ input }: { input: Sent }, error: Refusal): (string | undefined)[] {
  if (error.name === 'ConditionalCheckFailedException') return [input.ConditionExpression];
  return (error.CancellationReasons ?? []).flatMap(({ Code }, n) =>
    Code === 'ConditionalCheckFailed'
      ? Object.values(input.TransactItems?.[n] ?? {}).map(({ ConditionExpression }) => ConditionExpression)
      : [],
  );
}
