import { afterAll, beforeAll, expect, test } from 'vitest';
import { injectPauses } from '#test/support/engine/pauses.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { caseMakers, unstarted } from '#test/support/holders/all-cases.ts';
import { atCalls, type Stage } from '#test/support/holders/holder-case.ts';
import { isEveryCase } from '#test/support/properties/case-count.ts';

let verbs: Verbs;
let stage: Stage;
beforeAll(async () => {
  verbs = await startVerbs();
  stage = { verbs, pauses: injectPauses(verbs.client), owner: await verbs.member('alice') };
});
afterAll(() => verbs.stop());

/** Who meets a holder: the one who has met the fewest others, so that each meets one; all where every case is drawn. */
function drawOthers(others: readonly string[], met: Map<string, number>): readonly string[] {
  if (isEveryCase) return others;
  const countOf = (other: string): number => met.get(other) ?? 0;
  const least = others.reduce((best, other) => (countOf(other) < countOf(best) ? other : best));
  met.set(least, countOf(least) + 1);
  return [least];
}

const pairs = caseMakers.flatMap((make) => {
  const met = new Map<string, number>();
  return make(unstarted).flatMap(({ name, others }) =>
    drawOthers(others, met).map((other) => [name, other, make] as const),
  );
});

test.each(pairs)('who %s and pauses for an hour at any call, while %s, harms nothing', async (name, other, make) => {
  const found = make(stage).find((one) => one.name === name);
  expect(await atCalls(async (at) => found?.visit(at, other) ?? { reached: false })).toBeGreaterThan(0);
});
