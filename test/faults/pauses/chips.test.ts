import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProjectContext } from '#shared/context.ts';
import { createChip } from '#shared/services/chip-jobs/create-chip.ts';
import { deleteChip } from '#shared/services/chip-jobs/delete-chip.ts';
import { importChip } from '#shared/services/chip-jobs/imports/import-chip.ts';
import { getJob } from '#shared/services/chip-jobs/jobs.ts';
import { updateChip } from '#shared/services/chip-jobs/update-chip.ts';
import { updateParameters } from '#shared/services/parameters/update-parameters.ts';
import { sweepPending } from '#shared/services/pending/sweep.ts';
import { getChip } from '#shared/store/chips/chips.ts';
import { DATE, type Device, gate, parameter } from '#test/support/devices/ibm-device.ts';
import { atCalls, injectPauses, type PausePoint, type Pauses } from '#test/support/engine/pauses.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { checkChip, contentsOf, removeContents } from '#test/support/invariants/chip-contents.ts';

let verbs: Verbs;
let pauses: Pauses;
let owner: ProjectContext;
beforeAll(async () => {
  verbs = await startVerbs();
  pauses = injectPauses(verbs.client);
  owner = await verbs.member('alice');
});
afterAll(() => verbs.stop());

const device = (size: number, t1: number, date = DATE): Device => ({
  conf: { backend_name: 'line', n_qubits: size, coupling_map: Array.from({ length: size - 1 }, (_, n) => [n, n + 1]) },
  props: {
    backend_name: 'line',
    qubits: Array.from({ length: size }, () => [parameter('T1', t1, 'µs', date)]),
    gates: Array.from({ length: size - 1 }, (_, n) => gate('cz', [n, n + 1], 0.01, 84, date)),
  },
});

type Act = (chipId: string) => Promise<unknown>;
const none: Act = async () => undefined;
const create: Act = (chipId) => createChip(owner, { chipId, topologyId: 'linear-3' });
const imported: Act = (chipId) => importChip(owner, { format: 'ibm', chipId, documents: device(3, 100) });
const importLater: Act = (chipId) =>
  importChip(owner, { format: 'ibm', chipId, documents: device(3, 120, '2020-02-07T08:00:00-05:00') });
const resize: Act = (chipId) => updateChip(owner, chipId, { size: 4, topologyId: 'linear-4' });
const remove: Act = (chipId) => deleteChip(owner, chipId, true);

const acts: [string, { prepare: Act; act: Act }][] = [
  ['creates a chip', { prepare: none, act: create }],
  ['imports a chip', { prepare: none, act: imported }],
  ['imports newer values', { prepare: imported, act: importLater }],
  ['gives a chip another size', { prepare: create, act: resize }],
  ['deletes a chip', { prepare: imported, act: remove }],
];

const anHourLater = () => {
  verbs.now = new Date(verbs.now.getTime() + 3_600_000);
};
const sweep = async () => expect(await sweepPending(verbs.ctx)).toMatchObject({ failed: 0 });

/** Another chip under the same id, which differs from the one before in all that it has. */
async function makeAnother(chipId: string): Promise<void> {
  if (await getChip(verbs.db, owner.projectId, chipId)) await remove(chipId);
  await importChip(owner, { format: 'ibm', chipId, documents: device(2, 55, '2021-05-05T08:00:00-05:00') });
  await updateParameters(owner, { chipId, qid: '0', parameters: { t1: { value: 7 } } });
}

const holderOf = async (chipId: string) => (await getJob(verbs.ctx, owner.projectId, chipId))?.holder;

const doneAgain = 'another request does the same';
const madeAgain = 'the chip is deleted and made again';
const others: [string, (chipId: string, act: Act) => Promise<unknown>][] = [
  ['the sweep finishes it', sweep],
  [doneAgain, (chipId, act) => act(chipId).catch(() => undefined)],
  [madeAgain, async (chipId) => sweep().then(() => makeAnother(chipId))],
];

describe.each(acts)('who %s and stands still for an hour', (name, { prepare, act }) => {
  test.each(others)(
    `who ${name} and stands still for an hour at any call, while %s, harms nothing`,
    async (other, meanwhile) => {
      let lost = 0;
      const visit = async (at: PausePoint) => {
        const chipId = `held-${at.call}-${at.when}`;
        await prepare(chipId);
        let left: Map<string, string> | undefined;
        const paused = await pauses.run(
          at,
          () => act(chipId),
          async () => {
            const holder = await holderOf(chipId);
            anHourLater();
            await meanwhile(chipId, act);
            const isLost = holder !== undefined && (await holderOf(chipId)) !== holder;
            // Who had read a chip that is no more may not delete the next either.
            const isAnother = act === remove && other === madeAgain && at.call > 1;
            if (isLost || isAnother) left = await contentsOf(verbs, chipId);
          },
        );
        if (left) {
          lost += 1;
          expect([at, [...(await contentsOf(verbs, chipId))]]).toEqual([at, [...left]]);
        }
        anHourLater();
        await sweep();
        await checkChip(verbs, owner, chipId);
        await removeContents(verbs, chipId);
        return paused;
      };
      expect(await atCalls(visit)).toBeGreaterThan(2);
      if (other !== doneAgain) expect(lost).toBeGreaterThan(0);
    },
  );
});
