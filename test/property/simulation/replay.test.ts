import {
  type AttributeValue,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Request } from '#local/table-in-memory/commands.ts';
import type { Image } from '#local/table-in-memory/values.ts';
import { bytesAsBase64, bytesFromBase64 } from '#shared/kernel/store/dynamodb/attribute-values.ts';
import { base } from '#test/simulation/base.ts';
import { play } from '#test/simulation/history.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { caseCount } from '#test/support/properties/case-count.ts';

let verbs: Verbs;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());

const commands = {
  ...{ BatchGetItem: BatchGetItemCommand, BatchWriteItem: BatchWriteItemCommand, GetItem: GetItemCommand },
  ...{ PutItem: PutItemCommand, Query: QueryCommand, TransactWriteItems: TransactWriteItemsCommand },
  UpdateItem: UpdateItemCommand,
};

/** What the table was asked, and what it answered then: both are made records of later. */
interface Asked {
  request: Request;
  answer: unknown;
}

/** A request to another table. */
const toTable = (input: unknown, tableName: string): ConstructorParameters<typeof GetItemCommand>[0] =>
  JSON.parse(
    JSON.stringify(input, bytesAsBase64).replaceAll('"table-of-simulation"', JSON.stringify(tableName)),
    bytesFromBase64,
  );

interface Answer {
  Items?: Image[];
  Item?: Image;
  Responses?: Record<string, Image[]>;
  Attributes?: Image;
}

const keyOf = (item: Image): string => JSON.stringify([item.pk?.S, item.sk?.S]);
const sorted = (items: readonly Image[]) => items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

/** What a caller can rely on: rows of equal sort keys are in any order, as are the items of a batch. */
const seen = ({ Items, Item, Responses, Attributes }: Answer): unknown =>
  JSON.parse(
    JSON.stringify(
      {
        ...(Items && { Items: sorted(Items) }),
        ...(Responses && { Responses: sorted(Object.values(Responses).flat()) }),
        ...{ Item, Attributes },
      },
      bytesAsBase64,
    ),
  );

const errorOf = (error: unknown): unknown => {
  const { name, CancellationReasons: reasons } = error as Error & {
    CancellationReasons?: { Code?: string; Item?: Image }[];
  };
  return JSON.parse(
    JSON.stringify({ name, reasons: reasons?.map(({ Code, Item }) => ({ Code, Item })) }, bytesAsBase64),
  );
};

async function engineAnswers({ name, input }: Request): Promise<unknown> {
  const Command = commands[name as keyof typeof commands] as typeof GetItemCommand;
  try {
    return seen((await verbs.client.send(new Command(toTable(input, verbs.engine.tableName)))) as Answer);
  } catch (error) {
    return errorOf(error);
  }
}

test('the embedded engine answers every request of simulated histories as the table in memory has', async () => {
  const { table } = await base();
  let compared = 0;
  for (let seed = 1; seed <= caseCount(30); seed += 1) {
    const asked: Asked[] = [];
    const { violation } = await play(seed, {
      calm: true,
      onAnswered: (request, answer) =>
        asked.push({
          request: structuredClone(request),
          answer: 'value' in answer ? seen(answer.value as Answer) : errorOf(answer.error),
        }),
    });
    expect(violation).toBeUndefined();
    await verbs.empty();
    for (const item of table.all())
      await verbs.client.send(
        new PutItemCommand({ TableName: verbs.engine.tableName, Item: item as Record<string, AttributeValue> }),
      );
    for (const { request, answer } of asked) expect(await engineAnswers(request), request.name).toEqual(answer);
    compared += asked.length;
  }
  expect(compared).toBeGreaterThan(500);
});
