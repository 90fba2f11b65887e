import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { updateChip } from '#shared/chips/verbs/change/update-chip.ts';
import { chipOnDay } from '#shared/chips/verbs/history/read-day.ts';
import { importChip } from '#shared/devices/verbs/import-chip.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { chipKeys } from '#shared/kernel/store/keys.ts';
import { closeDays } from '#shared/values/verbs/days/close-days.ts';
import { type Device, gate, parameter } from '#test/support/devices/ibm-device.ts';
import type { Passing } from '#test/support/engine/interleave.ts';
import { crossed, injectPauses, type Pauses } from '#test/support/engine/pauses.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';

/**
 * The process that closes a day pauses after it has seen that the chip has no job. Then a job begins, by a clock that
 * is a second late, and pauses at its end, while the day is closed. The job's changes belong to the next day, or the
 * day is closed again; otherwise no day would ever show them.
 */
let verbs: Verbs;
let pauses: Pauses;
beforeAll(async () => {
  verbs = await startVerbs();
  pauses = injectPauses(verbs.client);
});
afterAll(() => verbs.stop());

const endOfDay2 = new Date('2025-03-02T23:59:59.500Z');
const beginOfDay3 = new Date('2025-03-03T00:00:00.500Z');
const ever = new Date('2100-01-01T00:00:00.000Z');

const device: Device = {
  conf: {
    backend_name: 'line',
    n_qubits: 3,
    coupling_map: [
      [0, 1],
      [1, 2],
      [0, 2],
    ],
  },
  props: {
    backend_name: 'line',
    qubits: [0, 1, 2].map(() => [parameter('T1', 90, 'µs', '2025-03-01T08:00:00Z')]),
    gates: [gate('cz', [0, 2], 0.01, 84, '2025-03-01T08:00:00Z')],
  },
};

const jobs: Record<string, (ctx: ProjectContext) => Promise<unknown>> = {
  'another layout of a chip': (ctx) => updateChip(ctx, 'chip', { size: 4, topologyId: 'linear-4' }),
  'an import that brings a coupling': (ctx) => importChip(ctx, { format: 'ibm', chipId: 'chip', documents: device }),
};

test.each(
  Object.entries(jobs).flatMap(([name, job]) => [
    [name, 'of which no day was closed before', false, job] as const,
    [name, 'of which a day was closed before', true, job] as const,
  ]),
)('%s, %s, is on the day on which it is written, while who closes a day pauses too', async (_, __, before, job) => {
  await verbs.empty();
  const member = await verbs.member('alice');
  const owner = { ...member, config: { ...member.config, calendarTimeZone: 'UTC' } };
  verbs.now = new Date('2025-03-01T12:00:00.000Z');
  if (before) await createChip(owner, { chipId: 'chip', topologyId: 'linear-3' });
  verbs.now = new Date('2025-03-02T12:00:00.000Z');
  if (!before) await createChip(owner, { chipId: 'chip', topologyId: 'linear-3' });
  else {
    expect(await closeDays(owner, ever)).toMatchObject({ closed: 1 });
    await updateChip(owner, 'chip', { activityStatus: 'inactive' });
  }
  verbs.now = beginOfDay3;
  let late = endOfDay2;
  const chip = chipKeys.chip(owner.projectId, 'chip');
  const writesChip = ({ input }: Passing) => {
    const { TransactItems = [] } = input as {
      TransactItems?: { Put?: { Item: { sk: { S: string }; pk: { S: string } } } }[];
    };
    return TransactItems.some(({ Put }) => Put?.Item.pk.S === chip.pk && Put.Item.sk.S === chip.sk);
  };
  const { first, second } = await crossed(
    pauses,
    {
      first: {
        at: { call: ({ command }) => command === 'UpdateItem', when: 'before' },
        act: () => closeDays(owner, ever),
      },
      second: { at: { call: writesChip, when: 'before' }, act: () => job({ ...owner, clock: () => late }) },
    },
    async () => {
      late = beginOfDay3;
    },
  );
  expect([first.reached, second?.reached, second?.outcome.status]).toEqual([true, true, 'fulfilled']);
  verbs.now = new Date('2025-03-04T12:00:00.000Z');
  expect(await closeDays(owner, ever)).toMatchObject({ failed: 0 });
  const on = async (date: string) => {
    const { state, targets } = await chipOnDay(owner, 'chip', date);
    const { size, couplingCount } = state;
    return {
      size,
      couplingCount,
      targets: targets.length,
      values: targets.flatMap(({ data }) => Object.keys(data)).length,
    };
  };
  const now = await on('20250304');
  expect(now).not.toEqual({ size: 3, couplingCount: 2, targets: 5, values: 0 });
  expect(await on('20250303')).toEqual(now);
});
