/**
 * All entries of a list of the API that is answered in pages, in its order.
 * @param read One page: its entries, and where the next begins; null on the last one.
 */
export async function allPages<Entry>(
  read: (cursor: string | undefined) => Promise<{ entries: readonly Entry[]; next: string | null }>,
): Promise<Entry[]> {
  const all: Entry[] = [];
  let cursor: string | undefined;
  do {
    const { entries, next } = await read(cursor);
    all.push(...entries);
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return all;
}
