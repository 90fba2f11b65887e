import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ChipJobRecord, chipJobEntity } from '#shared/chips/store/chips.ts';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import { updateChip } from '#shared/chips/verbs/change/update-chip.ts';
import { claimJob, getJob, type HeldJob, settleJob, whileHeld } from '#shared/chips/verbs/jobs/jobs.ts';
import { readChip } from '#shared/chips/verbs/read-chip.ts';
import { importChip } from '#shared/devices/verbs/import-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { Transaction } from '#shared/kernel/store/dynamodb/transaction.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { oldDevice } from '#test/support/devices/ibm-device.ts';
import { interleaved, isWrite, type Passing } from '#test/support/engine/interleave.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';

/** The holder of a chip's job pauses before a write, while another takes the job over. */
let verbs: Verbs;
let ctx: ProjectContext;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
  await verbs.empty();
  ctx = await verbs.member('alice');
});

const make = () => createChip(ctx, { chipId: 'chip', topologyId: 'linear-3' });
const imports = (documents = oldDevice()) => importChip(ctx, { format: 'ibm', chipId: 'chip', documents });
function measuredLater() {
  const device = oldDevice();
  for (const parameter of device.props.qubits.flat()) parameter.date = '2020-02-20T08:00:00-05:00';
  return device;
}
const job = () => getJob(ctx, ctx.projectId, 'chip');

interface Work {
  given?: () => Promise<unknown>;
  act: () => Promise<unknown>;
}

const works: Record<string, Work> = {
  'making a chip': { act: make },
  'making a chip of an import': { act: () => imports() },
  'importing into a chip': { given: () => imports(), act: () => imports(measuredLater()) },
  'laying a chip out anew': { given: make, act: () => updateChip(ctx, 'chip', { size: 4, topologyId: 'linear-4' }) },
  'laying a chip out anew that has data': {
    given: async () => {
      await make();
      await updateParameters(ctx, { chipId: 'chip', qid: '0', parameters: { t1: { value: 5 } } });
    },
    act: () => updateChip(ctx, 'chip', { size: 4, topologyId: 'linear-4' }),
  },
  'deleting a chip': { given: make, act: () => deleteChip(ctx, 'chip', { force: true, permanent: true }) },
};

/** Gives the chip's job to another holder, and answers the job. */
async function takeOver(): Promise<ChipJobRecord | undefined> {
  const held = await job();
  if (!held) return undefined;
  const { rev, ...record } = held;
  const taken = { ...record, holder: 'another process', leaseUntil: '2025-03-01T12:30:00.000Z' };
  await batchWriteItems(verbs.db, [{ put: chipJobEntity.encode(taken, rev) }]);
  return job();
}

test.each(Object.entries(works))('%s ends at the write before which its job is taken over', async (_, work) => {
  let takenOver = 0;
  for (let nth = 2, goesOn = true; goesOn; nth += 1) {
    await verbs.empty();
    ctx = await verbs.member('alice');
    await work.given?.();
    let writes = 0;
    let taken: ChipJobRecord | undefined;
    const where = (request: Passing) => isWrite(request) && ++writes === nth;
    const outcome = await interleaved(verbs.client, {
      work: work.act,
      meanwhile: async () => {
        taken = await takeOver();
      },
      where,
    }).then(
      () => 'done',
      (error: { kind?: string }) => error.kind ?? String(error),
    );
    goesOn = !outcome.startsWith('Error: The work sent no request');
    if (taken === undefined) continue;
    takenOver += 1;
    expect([nth, outcome, await job()]).toEqual([nth, 'conflict', taken]);
  }
  expect(takenOver).toBeGreaterThan(0);
});

const request = () => ({
  ...{ projectId: ctx.projectId, chipId: 'chip', jobId: 'one', kind: 'create' as const, username: 'alice' },
});
const nothing = async () => undefined;
const later = (seconds: number) => {
  verbs.now = new Date(verbs.now.getTime() + seconds * 1000);
};

const importRequest = () => ({ ...request(), kind: 'import' as const, jobId: 'import' });

test.each<[string, () => Promise<unknown>]>([
  ['a deletion', () => deleteChip(ctx, 'chip', { force: true, permanent: true })],
  ['another import', () => claimJob(ctx, { ...importRequest(), jobId: 'second' }, nothing)],
])('an import that begins before %s has written keeps the job of the chip', async (_, act) => {
  await make();
  let first: HeldJob | undefined;
  const second = interleaved(verbs.client, {
    work: act,
    meanwhile: async () => {
      first = await claimJob(ctx, importRequest(), nothing);
    },
  });
  await expect(second).rejects.toMatchObject({ kind: 'conflict' });
  expect(await job()).toMatchObject({ jobId: 'import', holder: first?.holder });
  expect((await readChip(ctx, 'chip')).deletingAt).toBeUndefined();
});

test.each(['importing into a chip', 'laying a chip out anew'])(
  '%s does not undo a change of the chip before any of its writes',
  async (name) => {
    const work = works[name];
    for (let nth = 1, goesOn = true; goesOn; nth += 1) {
      await verbs.empty();
      ctx = await verbs.member('alice');
      await work?.given?.();
      let writes = 0;
      let hasChanged = false;
      await interleaved(verbs.client, {
        work: async () => work?.act(),
        meanwhile: async () => {
          await updateChip(ctx, 'chip', { activityStatus: 'inactive' });
          hasChanged = true;
        },
        where: (one) => isWrite(one) && ++writes === nth,
      }).catch((error: Error) => {
        goesOn = false;
        expect(error.message).toContain('sent no request');
      });
      if (hasChanged) expect([nth, (await readChip(ctx, 'chip')).activityStatus]).toEqual([nth, 'inactive']);
    }
  },
);

test('a job whose holder goes on in the moment in which it would be taken over stays with them', async () => {
  const held = await claimJob(ctx, request(), nothing);
  later(3600);
  let hasRun = false;
  const settled = interleaved(verbs.client, {
    work: () =>
      settleJob(ctx, held, async () => {
        hasRun = true;
      }),
    meanwhile: async () => {
      const transaction = new Transaction(verbs.db);
      whileHeld(ctx, held)(transaction);
      await transaction.commit();
    },
  });
  await expect(settled).rejects.toMatchObject({ kind: 'conflict' });
  expect([hasRun, (await job())?.holder]).toEqual([false, held.holder]);
});

test('who has run out of time for a job that another has taken over meanwhile leaves them their lease', async () => {
  await claimJob(ctx, request(), nothing);
  later(3600);
  let taken: ChipJobRecord | undefined;
  const outOfTime = async (_: unknown, held: HeldJob) => {
    taken = await takeOver();
    whileHeld(ctx, { ...held, until: new Date(0) })(new Transaction(verbs.db));
  };
  await settleJob(ctx, request(), outOfTime);
  expect(await job()).toEqual(taken);
});
