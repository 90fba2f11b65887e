import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { RequestsInFlight } from '#local/requests-in-flight.ts';

/**
 * How long one call steps back at most. A batch of a run makes two or three calls: where requests never end, it goes on all the
 * same.
 */
export const mostMilliseconds = 100;

/**
 * Has each call of a client wait until no request of the API is being answered, for a while at most: what works in the background
 * makes use of the time between requests, and has its share where there is none.
 * @returns how many calls there have been.
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
