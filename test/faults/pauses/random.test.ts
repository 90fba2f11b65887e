import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { injectPauses, type PausePoint } from '#test/support/engine/pauses.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { caseMakers, unstarted } from '#test/support/holders/all-cases.ts';
import type { HolderCase, Stage } from '#test/support/holders/holder-case.ts';
import { caseCount } from '#test/support/properties/case-count.ts';

let verbs: Verbs;
let stage: Stage;
beforeAll(async () => {
  verbs = await startVerbs();
  stage = { verbs, pauses: injectPauses(verbs.client), owner: await verbs.member('alice') };
});
afterAll(() => verbs.stop());

const draw = fc.constantFrom(...caseMakers).chain((make) =>
  fc.constantFrom(...make(unstarted)).chain(({ name, others }) =>
    fc.record({
      make: fc.constant(make),
      name: fc.constant(name),
      other: fc.constantFrom(...others),
      call: fc.integer({ min: 1, max: 24 }),
      when: fc.constantFrom<PausePoint['when']>('before', 'after'),
    }),
  ),
);
const seed = Number(process.env.PAUSE_SEED ?? 20_250_301);

describe.each([
  ['pause', 'pauses for an hour', false, Number(process.env.PAUSES ?? caseCount(20))],
  ['kill', 'dies', true, Number(process.env.KILLS ?? caseCount(20))],
] as const)('a random %s', (kind, does, dies, count) => {
  const drawn = fc.sample(draw, { seed, numRuns: count });
  test.each(drawn.map((one, n) => [n + 1, one.name, one.other, one] as const))(
    `a random ${kind} (%i): who %s and ${does}, while %s, harms nothing`,
    async (_, name, other, { make, call, when }) => {
      const found = make(stage).find((one: HolderCase) => one.name === name);
      // If the holder ends before that call, it pauses at an earlier one.
      for (let at = call; ; at = Math.ceil(at / 2)) {
        const reached = (await found?.visit({ call: at, when, dies }, other))?.reached;
        if (at === 1) expect(reached).toBe(true);
        if (reached) break;
      }
    },
  );
});
