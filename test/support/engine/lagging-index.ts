import type { DynamoDBClient, QueryCommandInput, QueryCommandOutput } from '@aws-sdk/client-dynamodb';

/** The indexes of a client's table, which show everything at once on the engine, and a moment later on AWS. */
export interface LaggingIndexes {
  /** From now on no index shows such items, by their key in the table. */
  hide(isHidden: (key: { pk: string; sk: string }) => boolean): void;
  /** They show everything again. */
  catchUp(): void;
}

/** Lets the indexes be behind the table, as no engine on one machine does. */
export function lagIndexes(client: DynamoDBClient): LaggingIndexes {
  let isHidden: (key: { pk: string; sk: string }) => boolean = () => false;
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const output = result.output as Partial<QueryCommandOutput>;
      if ((args.input as Partial<QueryCommandInput>).IndexName === undefined || !output.Items) return result;
      const shown = output.Items.filter(({ pk, sk }) => !isHidden({ pk: pk?.S ?? '', sk: sk?.S ?? '' }));
      return { ...result, output: { ...result.output, Items: shown, Count: shown.length } };
    },
    { step: 'initialize', name: 'lagIndexes' },
  );
  return {
    hide: (hidden) => {
      isHidden = hidden;
    },
    catchUp: () => {
      isHidden = () => false;
    },
  };
}
