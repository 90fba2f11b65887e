import type { Request } from '#local/table-in-memory/commands.ts';
import type { Image } from '#local/table-in-memory/values.ts';

interface Named {
  Item?: Image;
  Key?: Image;
}

/** What a request is, for the history: its command and the keys that it names. */
export function labelOf({ name, input }: Request): string {
  return `${name} ${keysOf(input as Fields).join(', ')}`;
}

interface Fields extends Named {
  TransactItems?: Record<string, Named>[];
  RequestItems?: Record<string, { Keys?: Image[] } | { PutRequest?: Named; DeleteRequest?: Named }[]>;
  ExpressionAttributeValues?: Image;
  IndexName?: string;
}

function keysOf({ Key, Item, TransactItems, RequestItems, ExpressionAttributeValues, IndexName }: Fields): string[] {
  if (TransactItems)
    return TransactItems.flatMap((one) => Object.entries(one).map(([kind, of]) => `${kind} ${keyOf(of)}`));
  if (RequestItems)
    return Object.values(RequestItems).flatMap((entries) =>
      Array.isArray(entries)
        ? entries.map((one) => (one.PutRequest ? `Put ${keyOf(one.PutRequest)}` : `Delete ${keyOf(one.DeleteRequest)}`))
        : (entries.Keys ?? []).map((key) => keyOf({ Key: key })),
    );
  if (Key || Item) return [keyOf({ ...(Key && { Key }), ...(Item && { Item }) })];
  return [IndexName ?? '', ...Object.values(ExpressionAttributeValues ?? {}).map((value) => value.S ?? '')];
}

const keyOf = (of: Named | undefined): string => {
  const key = of?.Item ?? of?.Key;
  return `${key?.pk?.S} ${key?.sk?.S}`;
};
