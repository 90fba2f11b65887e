import {
  type AttributeValue,
  type DynamoDBClient,
  paginateScan,
  type QueryCommandInput,
  type QueryCommandOutput,
} from '@aws-sdk/client-dynamodb';

type Image = Record<string, AttributeValue>;

const keyOf = ({ pk, sk }: Image): string => `${pk?.S} ${sk?.S}`;

const indexKeyOf = (item: Image, index: string): Image =>
  Object.fromEntries(
    ['pk', 'sk', `${index}pk`, `${index}sk`].flatMap((name) => {
      const value = item[name];
      return value ? [[name, structuredClone(value)]] : [];
    }),
  );

/** The indexes of a client's table, which show everything at once on the engine, and a moment later on AWS. */
export interface LaggingIndexes {
  /** From now on no index shows such items, by their key in the table. */
  hide(isHidden: (key: { pk: string; sk: string }) => boolean): void;
  /** From now on they show the current state of each item; items that leave them are missing all the same. */
  stop(tableName: string): Promise<void>;
  /** They show everything again. */
  catchUp(): void;
}

/** Lets the indexes lag behind the table, which no engine on one machine does. */
export function lagIndexes(client: DynamoDBClient): LaggingIndexes {
  const nothing = () => false;
  let isHidden: (key: { pk: string; sk: string }) => boolean = nothing;
  let stopped: Map<string, Image> | undefined;
  const isBehind = () => stopped !== undefined || isHidden !== nothing;
  client.middlewareStack.add(
    (next) => async (args) => {
      const { IndexName: index, Limit: limit } = args.input as Partial<QueryCommandInput>;
      if (index === undefined || !isBehind()) return next(args);
      // Hidden items do not count: everything is read, and then cut to the limit.
      const result = await next({ ...args, input: { ...args.input, Limit: undefined } });
      const output = result.output as Partial<QueryCommandOutput>;
      if (!output.Items) return result;
      const all = output.Items.flatMap((item) => {
        if (isHidden({ pk: item.pk?.S ?? '', sk: item.sk?.S ?? '' })) return [];
        const shown = stopped ? stopped.get(keyOf(item)) : item;
        // What a reader makes of an item takes the place of it.
        return shown ? [structuredClone(shown)] : [];
      });
      const items = all.slice(0, limit);
      const last = items.length < all.length ? items.at(-1) : undefined;
      const more = last ? { LastEvaluatedKey: indexKeyOf(last, index) } : {};
      return { ...result, output: { ...result.output, Items: items, Count: items.length, ...more } };
    },
    { step: 'initialize', name: 'lagIndexes' },
  );
  return {
    hide: (hidden) => {
      isHidden = hidden;
    },
    stop: async (tableName) => {
      const images = new Map<string, Image>();
      for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName }))
        for (const item of Items) images.set(keyOf(item), item);
      stopped = images;
    },
    catchUp: () => {
      stopped = undefined;
      isHidden = nothing;
    },
  };
}
