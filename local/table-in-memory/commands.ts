import type {
  BatchGetItemCommandInput,
  BatchWriteItemCommandInput,
  GetItemCommandInput,
  PutItemCommandInput,
  QueryCommandInput,
  TransactWriteItemsCommandInput,
  UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import type { MemoryTable } from './memory-table.ts';
import { query } from './query.ts';
import { keyOf, writeOne, writeTogether } from './requests.ts';
import { copyImage, type Image } from './values.ts';

/** A request to the table: the command's name, such as `GetItem`, and its input. */
export interface Request {
  name: string;
  input: object;
}

/** Converts a command of the SDK to a request. */
export const requestOf = (command: { constructor: { name: string }; input: object }): Request => ({
  name: command.constructor.name.replace(/Command$/, ''),
  input: command.input,
});

const commands: Readonly<Record<string, (table: MemoryTable, input: never) => object>> = {
  GetItem: (table, { Key }: GetItemCommandInput) => {
    const item = read(table, Key);
    return item ? { Item: item } : {};
  },
  PutItem: (table, input: PutItemCommandInput) => {
    writeOne(table, 'Put', input as Parameters<typeof writeOne>[2]);
    return {};
  },
  UpdateItem: (table, input: UpdateItemCommandInput) => {
    const after = writeOne(table, 'Update', input as Parameters<typeof writeOne>[2]);
    return after && input.ReturnValues === 'ALL_NEW' ? { Attributes: copyImage(after) } : {};
  },
  BatchGetItem: (table, { RequestItems = {} }: BatchGetItemCommandInput) => ({
    Responses: Object.fromEntries(
      Object.entries(RequestItems).map(([name, { Keys = [] }]) => [
        name,
        Keys.map((key) => read(table, key)).filter((item) => item !== undefined),
      ]),
    ),
  }),
  BatchWriteItem: (table, { RequestItems = {} }: BatchWriteItemCommandInput) => {
    for (const { PutRequest, DeleteRequest } of Object.values(RequestItems).flat()) {
      const { pk, sk } = keyOf(PutRequest?.Item ?? DeleteRequest?.Key);
      table.write(pk, sk, PutRequest?.Item);
    }
    return {};
  },
  Query: (table, input: QueryCommandInput) => query(table, input),
  TransactWriteItems: (table, { TransactItems = [], ClientRequestToken }: TransactWriteItemsCommandInput) => {
    writeTogether(table, TransactItems, ClientRequestToken);
    return {};
  },
};

function read(table: MemoryTable, key: Image | undefined) {
  const { pk, sk } = keyOf(key);
  const item = table.get(pk, sk);
  return item && copyImage(item);
}

/** Executes a request. @throws DynamoDB's error. */
export function execute(table: MemoryTable, { name, input }: Request): object {
  const command = commands[name];
  if (!command) throw new Error(`The table in memory does not know ${name}`);
  table.calls += 1;
  return command(table, input as never);
}
