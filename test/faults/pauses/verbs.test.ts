import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { injectPauses } from '#test/support/engine/pauses.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { chipCases } from '#test/support/holders/chip-cases.ts';
import { editCases } from '#test/support/holders/edit-cases.ts';
import { atCalls, type HolderCase, type Stage } from '#test/support/holders/holder-case.ts';
import { runCases } from '#test/support/holders/run-cases.ts';

let verbs: Verbs;
let stage: Stage;
beforeAll(async () => {
  verbs = await startVerbs();
  stage = { verbs, pauses: injectPauses(verbs.client), owner: await verbs.member('alice') };
});
afterAll(() => verbs.stop());

/** The cases are there before the engine that they are carried out on. */
const unstarted = {} as Stage;
const named = (make: (stage: Stage) => HolderCase[]) =>
  make(unstarted).flatMap(({ name, others }) => others.map((other): [string, string] => [name, other]));

describe.each([
  ['a chip', chipCases],
  ['a run', runCases],
  ['what people edit', editCases],
] as const)('who holds %s', (_, make) => {
  test.each(named(make))(
    'who %s and stands still for an hour at any call, while %s, harms nothing',
    async (name, other) => {
      const found = make(stage).find((one) => one.name === name);
      expect(await atCalls(async (at) => found?.visit(at, other) ?? { reached: false })).toBeGreaterThan(0);
    },
  );
});
