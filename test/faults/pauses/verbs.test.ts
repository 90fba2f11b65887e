import { afterAll, beforeAll, expect, test } from 'vitest';
import { injectPauses } from '#test/support/engine/pauses.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { caseMakers, unstarted } from '#test/support/holders/all-cases.ts';
import { atCalls, type Stage } from '#test/support/holders/holder-case.ts';

let verbs: Verbs;
let stage: Stage;
beforeAll(async () => {
  verbs = await startVerbs();
  stage = { verbs, pauses: injectPauses(verbs.client), owner: await verbs.member('alice') };
});
afterAll(() => verbs.stop());

const held = caseMakers.flatMap((make) =>
  make(unstarted).flatMap(({ name, others }) => others.map((other) => [name, other, make] as const)),
);

test.each(held)(
  'who %s and stands still for an hour at any call, while %s, harms nothing',
  async (name, other, make) => {
    const found = make(stage).find((one) => one.name === name);
    expect(await atCalls(async (at) => found?.visit(at, other) ?? { reached: false })).toBeGreaterThan(0);
  },
);
