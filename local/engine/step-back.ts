import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { RequestsInFlight } from '#local/requests-in-flight.ts';

/** Longest delay of one call. A batch of a run makes two or three calls, so runs progress even under constant load. */
export const mostMilliseconds = 100;

/**
 * Delays each call of a client while requests of the API are being answered, up to a limit. Background work thus uses
 * the time between requests, and still progresses without any.
 * @returns the number of calls so far.
 */
export function stepBack(client: DynamoDBClient, requests: Pick<RequestsInFlight, 'none'>): () => number {
  let calls = 0;
  client.middlewareStack.add(
    (next) => async (args) => {
      calls += 1;
      await requests.none(mostMilliseconds);
      return next(args);
    },
    { step: 'initialize', name: 'stepBack' },
  );
  return () => calls;
}
