import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** A request on its way to the engine. */
export interface Passing {
  /** Such as `TransactWriteItems`. */
  command: string;
  input: unknown;
}

/** A request that writes. */
export const isWrite = ({ command }: Passing): boolean =>
  /^(Transact|Batch)WriteItems?$|^(Put|Update|Delete)Item$/.test(command);

/**
 * Runs `meanwhile` in the middle of some work: the first request that `where` selects (by default the first write)
 * waits until `meanwhile` is done. The requests of `meanwhile` itself are not held.
 * @returns the result of the work.
 */
export async function interleaved<T>(
  client: DynamoDBClient,
  {
    work,
    meanwhile,
    where = isWrite,
  }: { work: () => Promise<T>; meanwhile: () => Promise<unknown>; where?: (request: Passing) => boolean },
): Promise<T> {
  let hasStood = false;
  const name = 'interleave';
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const command = (context.commandName ?? '').replace(/Command$/, '');
      if (!hasStood && where({ command, input: args.input })) {
        hasStood = true;
        await meanwhile();
      }
      return next(args);
    },
    { step: 'initialize', name },
  );
  const done = work().finally(() => client.middlewareStack.remove(name));
  // A test without an interruption would prove nothing.
  await done.catch(() => undefined);
  if (!hasStood) throw new Error('The work sent no request in whose place another process could act');
  return done;
}
