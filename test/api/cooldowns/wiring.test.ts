import { afterAll, beforeAll, expect, it } from 'vitest';
import { queryAll } from '#shared/kernel/store/dynamodb/database.ts';
import { projectKeys } from '#shared/kernel/store/keys.ts';
import { auditEntity } from '#shared/projects/store/audit.ts';
import { refusal } from '../support/refusal.ts';
import { jsonHeaders, send } from '../support/wire.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let counter = 0;
const wiring_blocks = [
  { type: 'image', url: 'mux.png' },
  { type: 'table', rows: [['1', 'DAC 3']] },
];

beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  await owner.api.createCryostat({ body: { cryo_id: 'A' } });
});
afterAll(() => world.stop());

/** A cool-down with wiring. */
async function cooldown(existingId?: string): Promise<string> {
  counter += 1;
  const cooldown_id = existingId ?? `cd-${counter}`;
  const times = { started_at: '2025-01-01T00:00:00Z', ended_at: '2025-02-01T00:00:00Z' };
  await owner.api.createCooldown({
    body: { cooldown_id, cryo_id: 'A', ...times, wiring_info: 'drive 17 on DAC 3', wiring_blocks },
  });
  return cooldown_id;
}

const keep = (cooldown_id: string, comment: string) =>
  owner.api.createCooldownWiringCheckpoint({ params: { cooldown_id }, body: { comment } });
const list = (cooldown_id: string, query: { skip?: number; limit?: number } = {}) =>
  owner.api.listCooldownWiringEvents({ params: { cooldown_id }, query });

it('a checkpoint keeps the wiring as it is, whatever becomes of it', async () => {
  const cooldown_id = await cooldown();
  const first = await keep(cooldown_id, '  as built ');
  expect(first).toEqual({
    id: '1',
    cooldown_id,
    actor_user_id: owner.userId,
    actor: 'owner',
    action: 'checkpoint',
    comment: 'as built',
    wiring_info_snapshot: 'drive 17 on DAC 3',
    wiring_blocks_snapshot: wiring_blocks,
    block_count: 2,
    image_count: 1,
    created_at: expect.stringMatching(/Z$/),
  });
  await owner.api.updateCooldown({
    params: { cooldown_id },
    body: { wiring_info: 'drive 17 on DAC 4', wiring_blocks: [] },
  });
  await keep(cooldown_id, 'moved');
  const { events, ...page } = await list(cooldown_id);
  expect(page).toEqual({ total: 2, skip: 0, limit: 100, next_cursor: null });
  expect(events.map(({ id, wiring_info_snapshot, block_count }) => [id, wiring_info_snapshot, block_count])).toEqual([
    ['2', 'drive 17 on DAC 4', 0],
    ['1', 'drive 17 on DAC 3', 2],
  ]);
  expect((await list(cooldown_id, { skip: 1, limit: 1 })).events).toEqual([events[1]]);
  const read = (event_id: number) => owner.api.getCooldownWiringEvent({ params: { cooldown_id, event_id } });
  expect(await read(1)).toEqual(first);
  expect(await refusal(read(3))).toMatchObject({ status: 404 });
});

it('a checkpoint is in the audit of its project', async () => {
  const cooldown_id = await cooldown();
  await keep(cooldown_id, 'for the audit');
  const { db } = world.stack.runtime;
  const entries = (await queryAll(db, projectKeys.audits(owner.projectId))).map((item) => auditEntity.decode(item));
  expect(entries).toContainEqual(
    expect.objectContaining({
      actor: 'owner',
      action: 'keep-wiring',
      resource: `cooldown:${cooldown_id}`,
      details: { number: 1, comment: 'for the audit' },
    }),
  );
});

it('a checkpoint that is asked for twice under one key is made once', async () => {
  const cooldown_id = await cooldown();
  const twice = () =>
    send(world.stack.url, {
      method: 'POST',
      path: `/cooldowns/${cooldown_id}/wiring-checkpoint`,
      headers: { ...jsonHeaders(owner.token), 'idempotency-key': 'once' },
      body: JSON.stringify({ comment: 'once' }),
    });
  const [first, second] = [await twice(), await twice()];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
  expect((await list(cooldown_id)).total).toBe(1);
});

it('a checkpoint needs a comment and a cool-down, and a cool-down made again under its id has none', async () => {
  const cooldown_id = await cooldown();
  await keep(cooldown_id, 'the one before');
  for (const comment of ['', '   ', 'x'.repeat(2001)])
    expect((await refusal(keep(cooldown_id, comment))).status).toBe(400);
  expect((await refusal(keep('nowhere', 'why'))).status).toBe(404);
  expect((await refusal(list('nowhere'))).status).toBe(404);
  await owner.api.deleteCooldown({ params: { cooldown_id } });
  await cooldown(cooldown_id);
  expect((await list(cooldown_id)).events).toEqual([]);
  expect((await refusal(owner.api.getCooldownWiringEvent({ params: { cooldown_id, event_id: 1 } }))).status).toBe(404);
  expect((await keep(cooldown_id, 'anew')).id).toBe('1');
});

it('a cool-down has at most a hundred checkpoints, however many are asked for at once', async () => {
  const cooldown_id = await cooldown();
  for (let made = 0; made < 98; made += 1) await keep(cooldown_id, `checkpoint ${made}`);
  const last = await Promise.allSettled([1, 2, 3, 4].map((n) => keep(cooldown_id, `last ${n}`)));
  expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect((await list(cooldown_id, { limit: 500 })).events).toHaveLength(100);
  expect(await refusal(keep(cooldown_id, 'one more'))).toMatchObject({ status: 409 });
});
