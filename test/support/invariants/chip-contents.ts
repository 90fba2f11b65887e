import { batchWriteItems } from '#shared/store/dynamodb/database.ts';
import type { Verbs } from '#test/support/engine/verbs.ts';

/**
 * Everything in the table that belongs to a chip, by key and as text, with the chip's id replaced: two chips that came
 * about in the same way have equal contents. The id must occur nowhere else.
 */
export async function contentsOf(verbs: Verbs, chipId: string): Promise<Map<string, string>> {
  const entries = [...(await verbs.table())].filter(([key]) => key.includes(chipId));
  return new Map(entries.map(([key, text]) => [key.replaceAll(chipId, '<chip>'), contentOf(text, chipId)]));
}

/** The mark of an open day has another token each time, and a revision for each attempt that opened it. */
const contentOf = (text: string, chipId: string): string => {
  const content = text.replaceAll(chipId, '<chip>');
  if (!content.includes('"token":{"S":')) return content;
  return content
    .replace(/"token":\{"S":"[^"]*"\}/, '"token":"<token>"')
    .replace(/"rev":\{"N":"\d+"\}/, '"rev":"<rev>"');
};

/** Contents without the job that works on the chip. */
export const withoutJob = (contents: Map<string, string>): Map<string, string> =>
  new Map([...contents].filter(([key]) => !/ \| JOB(PART#.*)?$/.test(key)));

/** Deletes them, so that the table stays small. */
export async function removeContents(verbs: Verbs, chipId: string): Promise<void> {
  const keys = [...(await verbs.table()).keys()].filter((key) => key.includes(chipId)).map((key) => key.split(' | '));
  await batchWriteItems(
    verbs.db,
    keys.map(([pk = '', sk = '']) => ({ delete: { pk, sk } })),
  );
}
