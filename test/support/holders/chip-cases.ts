import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { getChip } from '#shared/chips/store/chips.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import { updateChip } from '#shared/chips/verbs/change/update-chip.ts';
import { getJob } from '#shared/chips/verbs/jobs/jobs.ts';
import { importChip } from '#shared/devices/verbs/import-chip.ts';
import { sweepPending } from '#shared/kernel/verbs/pending/sweep.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { DATE, type Device, gate, parameter } from '#test/support/devices/ibm-device.ts';
import { checkChip, contentsOf, removeContents, withoutOpenDays } from '#test/support/invariants/chip-contents.ts';
import { anHourLater, type HolderCase, type Stage } from './holder-case.ts';

const device = (size: number, t1: number, date = DATE): Device => ({
  conf: { backend_name: 'line', n_qubits: size, coupling_map: Array.from({ length: size - 1 }, (_, n) => [n, n + 1]) },
  props: {
    backend_name: 'line',
    qubits: Array.from({ length: size }, () => [parameter('T1', t1, 'µs', date)]),
    gates: Array.from({ length: size - 1 }, (_, n) => gate('cz', [n, n + 1], 0.01, 84, date)),
  },
});

const sweepFinishes = 'the sweep finishes it';
const doneAgain = 'another request does the same';
const madeAgain = 'the chip is deleted and made again';

/**
 * The jobs of chips. A holder that has lost the job changes nothing more of the chip, nor does one that had read a chip
 * which was deleted and created again; the result is a whole chip, or none.
 */
export function chipCases({ verbs, pauses, owner }: Stage): HolderCase[] {
  type Act = (chipId: string) => Promise<unknown>;
  const none: Act = async () => undefined;
  const create: Act = (chipId) => createChip(owner, { chipId, topologyId: 'linear-3' });
  const imports =
    (...[size, t1, date]: Parameters<typeof device>): Act =>
    (chipId) =>
      importChip(owner, { format: 'ibm', chipId, documents: device(size, t1, date) });
  const imported = imports(3, 100);
  const remove: Act = (chipId) => deleteChip(owner, chipId, { force: true, permanent: true });
  const acts: [string, { prepare: Act; act: Act }][] = [
    ['creates a chip', { prepare: none, act: create }],
    ['imports a chip', { prepare: none, act: imported }],
    ['imports newer values', { prepare: imported, act: imports(3, 120, '2020-02-07T08:00:00-05:00') }],
    [
      'gives a chip another size',
      { prepare: create, act: (chipId) => updateChip(owner, chipId, { size: 4, topologyId: 'linear-4' }) },
    ],
    ['deletes a chip', { prepare: imported, act: remove }],
  ];
  const sweep = async () => expect(await sweepPending(verbs.ctx)).toMatchObject({ failed: 0 });
  const holderOf = async (chipId: string) => (await getJob(verbs.ctx, owner.projectId, chipId))?.holder;
  const others: Record<string, (chipId: string, act: Act) => Promise<unknown>> = {
    [sweepFinishes]: sweep,
    [doneAgain]: (chipId, act) => act(chipId).catch(() => undefined),
    // Another chip, which differs from the one before in all that it has.
    [madeAgain]: async (chipId) => {
      await sweep();
      if (await getChip(verbs.db, owner.projectId, chipId)) await remove(chipId);
      await imports(2, 55, '2021-05-05T08:00:00-05:00')(chipId);
      await updateParameters(owner, { chipId, qid: '0', parameters: { t1: { value: 7 } } });
    },
  };
  return acts.map(([name, { prepare, act }]) => ({
    name,
    others: Object.keys(others),
    visit: async (at, other) => {
      const chipId = `held-${randomUUID()}`;
      await prepare(chipId);
      let left: Map<string, string> | undefined;
      const meanwhile = async () => {
        const holder = await holderOf(chipId);
        anHourLater({ verbs });
        await others[other]?.(chipId, act);
        const isLost = holder !== undefined && (await holderOf(chipId)) !== holder;
        const isAnother = act === remove && other === madeAgain && at.call > 1;
        if (isLost || isAnother) left = withoutOpenDays(await contentsOf(verbs, chipId));
      };
      const paused = await pauses.run(at, () => act(chipId), meanwhile);
      if (left) expect([...withoutOpenDays(await contentsOf(verbs, chipId))]).toEqual([...left]);
      anHourLater({ verbs });
      await sweep();
      await checkChip(verbs, owner, chipId);
      await removeContents(verbs, chipId);
      return paused;
    },
  }));
}
