import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ProjectContext } from '#shared/context.ts';
import { createChip } from '#shared/services/chip-jobs/create-chip.ts';
import { updateChip } from '#shared/services/chip-jobs/update-chip.ts';
import { assignChip } from '#shared/services/cooldowns/change-cooldown.ts';
import { createCooldown } from '#shared/services/cooldowns/create-cooldown.ts';
import { createCryostat } from '#shared/services/cryostats/cryostats.ts';
import { closeDays } from '#shared/services/days/close-days.ts';
import { chipOnDay } from '#shared/services/history/read-day.ts';
import { interleaved } from '#test/support/engine/interleave.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';

/**
 * Whoever changes a chip stands still between its read and its write until its day is over and closed. The change is one of
 * the next day then: written as of the day before, no day would ever show it.
 */
let verbs: Verbs;
let ctx: ProjectContext;
beforeAll(async () => {
  verbs = await startVerbs();
});
afterAll(() => verbs.stop());
beforeEach(async () => {
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
});

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
