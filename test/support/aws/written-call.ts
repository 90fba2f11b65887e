import { type AwsRequest, namedAttributes } from './used-right.ts';

/** An item of a write, as conditions of policies see it. */
export interface WrittenItem {
  /** As IAM names it; a transaction needs the rights of its parts. */
  action: string;
  /** Its partition; every part is `-`, except for the kinds of entities. */
  pk: string;
  attributes: readonly string[];
}

/** A call that writes the table: one item, those of a batch, or those of a transaction with what it requires. */
export interface WrittenCall {
  /** An API group, `sweep`, `start-scheduled`, `flow-<step>` or `stream-<consumer>`. */
  function: string;
  /** The call whose parts these are (`dynamodb:EnclosingOperation`); absent for a write of its own. */
  within?: 'TransactWriteItems';
  /** By a session of a project (rule AUTH-44), and not by the function's own role. */
  inSession?: true;
  items: readonly WrittenItem[];
}

type Image = Record<string, { S?: string }>;

interface Part {
  Item?: Image;
  Key?: Image;
  UpdateExpression?: string;
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
}

interface WriteInput extends Part {
  TransactItems?: Record<string, Part>[];
  RequestItems?: Record<string, { PutRequest?: Part; DeleteRequest?: Part }[]>;
}

const partActions: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** What a request writes; undefined for one that only reads. */
export function writtenCall({ service, command, input }: AwsRequest): Omit<WrittenCall, 'function'> | undefined {
  if (service !== 'dynamodb') return undefined;
  const { TransactItems = [], RequestItems = {}, ...own } = input as WriteInput;
  if (command === 'TransactWriteItems') {
    const parts = TransactItems.flatMap((one) => Object.entries(one));
    return { within: command, items: unique(parts.map(([part, of]) => itemOf(partActions[part] ?? part, of))) };
  }
  if (command === 'BatchWriteItem') {
    const requests = Object.values(RequestItems).flat();
    return { items: unique(requests.map((one) => itemOf(command, one.PutRequest ?? one.DeleteRequest ?? {}))) };
  }
  return /^(Put|Update|Delete)Item$/.test(command) ? { items: [itemOf(command, own)] } : undefined;
}

function itemOf(action: string, part: Part): WrittenItem {
  const image = part.Item ?? part.Key ?? {};
  return { action: `dynamodb:${action}`, pk: masked(image.pk?.S ?? ''), attributes: namedAttributes(image, part) };
}

/** The kinds of entities in a key are capitals; the other parts differ from test to test. */
const masked = (pk: string): string =>
  pk
    .split('#')
    .map((part) => (/^[A-Z]*$/.test(part) ? part : '-'))
    .join('#');

const unique = (items: WrittenItem[]): WrittenItem[] =>
  [...new Map(items.map((item) => [JSON.stringify(item), item])).entries()].sort().map(([, item]) => item);
