import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import { importChip } from '#shared/devices/verbs/import-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { sweepPending } from '#shared/kernel/verbs/pending/sweep.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { DATE, type Device, gate, parameter } from '#test/support/devices/ibm-device.ts';
import { canceled, type Fault, type FaultCall, throttled, timedOut } from '#test/support/engine/faults.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkChip } from '#test/support/invariants/chip-contents.ts';
import { caseCount } from '#test/support/properties/case-count.ts';

let verbs: Verbs;
let owner: ProjectContext;
let stranger: ProjectContext;
beforeAll(async () => {
  verbs = await startVerbs(2);
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  owner = await verbs.member('alice');
  stranger = await verbs.member('bob');
});

const device = (t1: number, date = DATE): Device => ({
  conf: { backend_name: 'pair', n_qubits: 2, coupling_map: [[0, 1]] },
  props: {
    backend_name: 'pair',
    qubits: [[parameter('T1', t1, 'µs', date)], [parameter('T1', t1, 'µs', date)]],
    gates: [gate('cz', [0, 1], 0.01, 84, date)],
  },
});

const acts: Record<string, (chipId: string) => Promise<unknown>> = {
  create: (chipId) => createChip(owner, { chipId, topologyId: 'linear-2' }),
  import: (chipId) => importChip(owner, { format: 'ibm', chipId, documents: device(100) }),
  'import newer': (chipId) =>
    importChip(owner, { format: 'ibm', chipId, documents: device(110, '2020-02-07T08:00:00-05:00') }),
  edit: (chipId) => updateParameters(owner, { chipId, qid: '0', parameters: { t1: { value: 7 } } }),
  delete: (chipId) => deleteChip(owner, chipId, { force: true, permanent: true }),
};

/** What may go wrong with a call; mostly nothing. */
const fault = fc.oneof(
  { weight: 12, arbitrary: fc.constant(undefined) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<(call: FaultCall) => Fault | undefined>(
      () => ({ before: throttled() }),
      () => ({ before: timedOut() }),
      () => ({ after: timedOut() }),
      ({ command }) => (command === 'TransactWriteItems' ? { before: canceled('TransactionConflict') } : undefined),
    ),
  },
);

test('any acts under any faults leave each chip whole or not at all, once what is pending is finished, and no one else touched', async () => {
  await createChip(stranger, { chipId: 'foreign', topologyId: 'linear-2' });
  const foreign = [...(await verbs.table())].filter(([key]) => key.includes(stranger.projectId));
  expect(foreign.length).toBeGreaterThan(4);
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uniqueArray(fc.constantFrom(...Object.keys(acts)), { minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.array(fault, { minLength: 40, maxLength: 40 }),
      async (rounds, faults) => {
        runs += 1;
        const chipId = `chip-${runs}-`;
        for (const atOnce of rounds) {
          verbs.faults.plan((call) => faults[call.number % faults.length]?.(call));
          await Promise.allSettled(atOnce.map((name) => acts[name]?.(chipId)));
          await verbs.faults.idle();
        }
        verbs.faults.clear();
        expect(await sweepPending(verbs.ctx, { ignoreLease: true })).toMatchObject({ failed: 0, busy: 0 });
        await checkChip(verbs, owner, chipId, [2, 1]);
        const now = await verbs.table();
        for (const [key, text] of foreign) expect(now.get(key)).toBe(text);
      },
    ),
    { numRuns: caseCount(8), endOnFailure: true },
  );
});
