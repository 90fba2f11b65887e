import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import { updateChip } from '#shared/chips/verbs/change/update-chip.ts';
import { listChipDays } from '#shared/chips/verbs/history/list-days.ts';
import { chipOnDay } from '#shared/chips/verbs/history/read-day.ts';
import { readChip } from '#shared/chips/verbs/read-chip.ts';
import { assignChip } from '#shared/cooldowns/verbs/change-cooldown.ts';
import { createCooldown } from '#shared/cooldowns/verbs/create-cooldown.ts';
import { createCryostat } from '#shared/cooldowns/verbs/cryostats.ts';
import type { ProjectContext } from '#shared/kernel/context.ts';
import { closeDays } from '#shared/values/verbs/days/close-days.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { interleaved, isWrite } from '#test/support/engine/interleave.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';

/**
 * A change of a chip pauses between its read and its write until its day is over and closed. The change then belongs to
 * the next day: if it were written as of the day before, no day would show it.
 */
let verbs: Verbs;
let ctx: ProjectContext;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(fresh);

async function fresh(): Promise<void> {
  on(1);
  await verbs.empty();
  const member = await verbs.member('alice');
  ctx = { ...member, config: { ...member.config, calendarTimeZone: 'Asia/Tokyo' } };
  await createChip(ctx, { chipId: 'chip', topologyId: 'linear-2' });
  const cryostat = { name: '', manufacturer: '', model: '', location: '', status: 'active' as const };
  await createCryostat(ctx, 'fridge', cryostat);
  await createCooldown(ctx, {
    ...{ cooldownId: 'cd', cryoId: 'fridge', description: '', wiringInfo: '', wiringBlocks: '[]' },
    startedAt: '2025-02-28T00:00:00.000Z',
    chipIds: [],
  });
}

function on(day: number): void {
  verbs.now = new Date(`2025-03-0${day}T12:00:00.000Z`);
}
const close = () => closeDays(ctx, new Date('2100-01-01'));

interface Change {
  act: () => Promise<unknown>;
  /** What the change is seen by. */
  seen: (day: Awaited<ReturnType<typeof chipOnDay>>['state']) => unknown;
  before: unknown;
  after: unknown;
}

const changes: Record<string, Change> = {
  'a chip that goes into a cool-down': {
    act: () => assignChip(ctx, 'cd', 'chip'),
    seen: ({ cooldownId }) => cooldownId,
    before: undefined,
    after: 'cd',
  },
  'a chip that is taken out of use': {
    act: () => updateChip(ctx, 'chip', { activityStatus: 'inactive' }),
    seen: ({ activityStatus }) => activityStatus,
    before: 'active',
    after: 'inactive',
  },
};

test.each(
  Object.entries(changes).flatMap(([name, change]) => [
    [name, 'of which no day was closed before', false, change] as const,
    [name, 'of which a day was closed before', true, change] as const,
  ]),
)('%s, %s, and whose day is closed meanwhile, has changed on the next day', async (_, __, isClosedBefore, change) => {
  on(2);
  if (isClosedBefore) expect(await close()).toMatchObject({ closed: 1 });
  await interleaved(verbs.client, {
    work: change.act,
    meanwhile: async () => {
      on(3);
      expect(await close()).toMatchObject({ closed: isClosedBefore ? 1 : 2, failed: 0 });
    },
    where: ({ command }) => command === 'TransactWriteItems',
  });
  on(4);
  await close();
  const seenOn = async (date: string) => change.seen((await chipOnDay(ctx, 'chip', date)).state);
  expect(await seenOn('20250302')).toEqual(change.before);
  expect(await seenOn('20250303')).toEqual(change.after);
});

/** Closes the days before today, and lets something happen before each of its writes in turn. */
async function closeMeanwhile(given: () => Promise<void>, happens: () => Promise<unknown>, check: () => Promise<void>) {
  for (let nth = 1, goesOn = true; goesOn; nth += 1) {
    await fresh();
    await given();
    let writes = 0;
    await interleaved(verbs.client, {
      work: close,
      meanwhile: happens,
      where: (request) => isWrite(request) && ++writes === nth,
    }).catch((error: Error) => {
      expect([nth > 2, error.message]).toEqual([true, expect.stringContaining('sent no request')]);
      goesOn = false;
    });
    if (goesOn) await check();
  }
}

test('a chip that changes before any write of who closes a day of it is read on each day as it was', async () => {
  await closeMeanwhile(
    async () => {
      for (const day of [2, 3]) {
        on(day);
        await updateParameters(ctx, { chipId: 'chip', qid: '0', parameters: { t1: { value: 10 * day } } });
      }
      on(4);
    },
    () => updateChip(ctx, 'chip', { activityStatus: 'inactive' }),
    async () => {
      on(5);
      await close();
      const days = ['20250301', '20250302', '20250303', '20250304'];
      const states = await Promise.all(days.map((date) => chipOnDay(ctx, 'chip', date)));
      expect(states.map(({ state }) => state.activityStatus)).toEqual(['active', 'active', 'active', 'inactive']);
    },
  );
});

test('who closes a day of a chip that is deleted and made again before any of their writes leaves the new one as it is', async () => {
  let made: unknown;
  await closeMeanwhile(
    async () => on(3),
    async () => {
      await deleteChip(ctx, 'chip', { force: true, permanent: true });
      await createChip(ctx, { chipId: 'chip', topologyId: 'linear-2' });
      made = await readChip(ctx, 'chip');
    },
    async () => {
      expect(await readChip(ctx, 'chip')).toEqual(made);
      const { records } = await listChipDays(ctx, 'chip', { skip: 0, limit: 10 });
      expect(records.map(({ date }) => date)).toEqual(['20250303']);
    },
  );
});
