import { expect } from 'vitest';
import { readChip, readTargets } from '#shared/chips/verbs/read-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
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

/** Contents without the marks of open days: one of a chip that is no more is taken away when its day is closed. */
export const withoutOpenDays = (contents: Map<string, string>): Map<string, string> =>
  new Map([...contents].filter(([key]) => !key.includes(' | OPENDAY#')));

/** Deletes them, so that the table stays small. */
export async function removeContents(verbs: Verbs, chipId: string): Promise<void> {
  const keys = [...(await verbs.table()).keys()].filter((key) => key.includes(chipId)).map((key) => key.split(' | '));
  await batchWriteItems(
    verbs.db,
    keys.map(([pk = '', sk = '']) => ({ delete: { pk, sk } })),
  );
}

/** A chip that is there has what it counts and no more; one that is not there has nothing anywhere. */
export async function checkChip(
  verbs: Verbs,
  owner: ProjectContext,
  chipId: string,
  counts?: [qubits: number, couplings: number],
): Promise<void> {
  const contents = await contentsOf(verbs, chipId);
  const chip = await readChip(owner, chipId).catch(() => undefined);
  if (!chip) return expect([...withoutOpenDays(contents).keys()]).toEqual([]);
  expect(withoutJob(contents)).toEqual(contents);
  const { qubits, couplings } = await readTargets(owner, chip);
  expect([qubits.length, couplings.length]).toEqual([chip.qubitCount, chip.couplingCount]);
  if (counts) expect([qubits.length, couplings.length]).toEqual(counts);
  const samples = [...contents.keys()].filter((key) => key.includes('#M#'));
  // Every current value is in the history too, and every month of the history is marked.
  for (const target of [...qubits, ...couplings])
    for (const [metric, { calibratedAt }] of Object.entries(target.data)) {
      const month = calibratedAt.slice(0, 7).replace('-', '');
      expect(samples.some((key) => key.includes(`#M#${metric}#${month} | ${calibratedAt}#`))).toBe(true);
    }
  for (const key of samples) {
    const [, metric, month] = /#M#([^#]*)#(\d{6}) /.exec(key) ?? [];
    expect([...contents.keys()].some((other) => other.endsWith(` | SERIES#${metric}#${month}`))).toBe(true);
  }
}
