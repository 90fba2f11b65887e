import { describe, expect, test } from 'vitest';
import { refusal } from '../support/refusal.ts';
import { claimed, claimNow, fence, lines, log, onWorkerRuns } from './scene.ts';

onWorkerRuns();

describe('the log', () => {
  /** Every line, page after page. */
  async function all(query: { limit: number; order?: string }): Promise<string[]> {
    const read: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await lines({ ...query, cursor });
      expect(page.lines.length).toBeLessThanOrEqual(query.limit);
      read.push(...page.lines.map(({ text }) => text));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return read;
  }

  test('the log of a run keeps lines in their order, once, and claim after claim', async () => {
    await claimed();
    expect(await log(0, 'a', 'b')).toEqual({ next_sequence: 2, stop: false });
    expect(await log(0, 'a', 'b')).toEqual({ next_sequence: 2, stop: false });
    expect(await log(2, 'c')).toEqual({ next_sequence: 3, stop: false });
    const first = fence;
    await claimNow();
    await log(0, 'd');
    expect((await lines()).lines.map((one) => [one.fence, one.sequence, one.text])).toEqual([
      ...[
        [first, 0, 'a'],
        [first, 1, 'b'],
        [first, 2, 'c'],
      ],
      [fence, 0, 'd'],
    ]);
    expect((await lines({ order: 'desc' })).lines.map(({ text }) => text)).toEqual(['d', 'c', 'b', 'a']);
  });

  test('the log of a run has one line a number, the one that came first, however a repeat is cut', async () => {
    await claimed();
    await log(2, 'c', 'd');
    await log(6, 'g');
    expect(await log(0, ...'abXX')).toEqual({ next_sequence: 4, stop: false });
    expect(await log(3, ...'XefXh')).toEqual({ next_sequence: 8, stop: false });
    expect(await log(1, ...'XX')).toEqual({ next_sequence: 3, stop: false });
    const read = (await lines()).lines.map(({ sequence, text }) => [sequence, text]);
    expect(read).toEqual([...'abcdefgh'].map((text, n) => [n, text]));
    for (const limit of [1, 3])
      for (const order of ['asc', 'desc'])
        expect((await all({ limit, order })).join('')).toBe(order === 'asc' ? 'abcdefgh' : 'hgfedcba');
  });

  test.each(['asc', 'desc'] as const)('the log of a run is read in pages that leave nothing out, %s', async (order) => {
    await claimed();
    const texts = Array.from({ length: 23 }, (_, n) => `line ${n}`);
    for (let from = 0; from < texts.length; from += 5) await log(from, ...texts.slice(from, from + 5));
    for (const limit of [1, 2, 5, 7, 23, 24])
      expect([limit, await all({ limit, order })]).toEqual([limit, order === 'asc' ? texts : texts.toReversed()]);
  });

  test('the log of a run ends with the largest number: a line beyond it is 400', async () => {
    await claimed();
    expect(await refusal(log(99_999_999, 'last', 'beyond'))).toMatchObject({
      status: 400,
      errors: [{ path: 'body.lines' }],
    });
    expect(await log(99_999_999, 'last')).toEqual({ next_sequence: 100_000_000, stop: false });
  });

  test('the log of a run takes a hundred of the longest lines, and refuses a cursor of another list', async () => {
    await claimed();
    const texts = Array.from({ length: 100 }, () => '𝛼'.repeat(4000));
    expect(await log(0, ...texts)).toEqual({ next_sequence: 100, stop: false });
    expect(await log(0, ...texts)).toEqual({ next_sequence: 100, stop: false });
    // Not in one answer, which would be too large.
    expect(await all({ limit: 1000 })).toEqual(texts);
    expect(await refusal(lines({ cursor: 'bm8' }))).toMatchObject({ status: 400 });
  });
});
