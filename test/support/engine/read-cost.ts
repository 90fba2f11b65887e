import type { Database } from '#shared/kernel/store/dynamodb/database.ts';

/** How many requests one after the other, and how many units, a read takes. */
export async function costOf<T>(
  { client }: Database,
  read: () => Promise<T>,
): Promise<{ answer: T; trips: number; units: number }> {
  let [ended, trips, units] = [0, 0, 0];
  const send = client.send.bind(client);
  client.send = (async (command: Parameters<typeof send>[0]) => {
    // A request that begins after another one of the same depth has ended goes one deeper.
    const own = ended + 1;
    trips = Math.max(trips, own);
    Object.assign(command.input, { ReturnConsumedCapacity: 'TOTAL' });
    const answer = await send(command);
    const { ConsumedCapacity: consumed } = answer as { ConsumedCapacity?: object };
    for (const { CapacityUnits = 0 } of [consumed ?? []].flat() as { CapacityUnits?: number }[]) units += CapacityUnits;
    ended = Math.max(ended, own);
    return answer;
  }) as typeof send;
  try {
    return { answer: await read(), trips, units };
  } finally {
    client.send = send;
  }
}
