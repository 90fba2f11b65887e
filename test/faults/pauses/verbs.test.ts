import { afterAll, beforeAll, expect, test } from 'vitest';
import { injectPauses } from '#test/support/engine/pauses.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { accountCases } from '#test/support/holders/account-cases.ts';
import { chipCases } from '#test/support/holders/chip-cases.ts';
import { editCases } from '#test/support/holders/edit-cases.ts';
import { exportCases } from '#test/support/holders/export-cases.ts';
import { flowCases } from '#test/support/holders/flow-cases.ts';
import { atCalls, type Stage } from '#test/support/holders/holder-case.ts';
import { keyedCases } from '#test/support/holders/keyed-cases.ts';
import { readCases } from '#test/support/holders/read-cases.ts';
import { resultCases } from '#test/support/holders/result-cases.ts';
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
const held = [
  chipCases,
  runCases,
  editCases,
  flowCases,
  resultCases,
  exportCases,
  accountCases,
  keyedCases,
  readCases,
].flatMap((make) => make(unstarted).flatMap(({ name, others }) => others.map((other) => [name, other, make] as const)));

test.each(held)(
  'who %s and stands still for an hour at any call, while %s, harms nothing',
  async (name, other, make) => {
    const found = make(stage).find((one) => one.name === name);
    expect(await atCalls(async (at) => found?.visit(at, other) ?? { reached: false })).toBeGreaterThan(0);
  },
);
