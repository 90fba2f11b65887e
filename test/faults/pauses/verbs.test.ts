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

const pairs = caseMakers.flatMap((make) =>
  make(unstarted).flatMap(({ name, others }) => others.map((other) => [name, other, make] as const)),
);
/** All of them take three minutes: every other one, but for where every case is drawn. */
const held = pairs.filter((_, n) => isEveryCase || n % 2 === 0);

test.each(held)('who %s and pauses for an hour at any call, while %s, harms nothing', async (name, other, make) => {
  const found = make(stage).find((one) => one.name === name);
  expect(await atCalls(async (at) => found?.visit(at, other) ?? { reached: false })).toBeGreaterThan(0);
});
