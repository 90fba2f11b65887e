import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeSpans } from '#shared/values/verbs/projection/close-spans.ts';
import { refusal, refused } from '../support/refusal.ts';
import { type Undoing, undoing } from '../support/undoing.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

const chip_id = 'chip';
const params = { chip_id };
const DAY_MS = 86_400_000;
const ever = new Date('2100-01-01T00:00:00.000Z');
const wobble = (n: number) => 1 + 0.05 * (((n * 7) % 5) - 2);

let world: World;
let owner: Caller;
let ada: Undoing;
let viewer: Caller;

const daysAgo = (days: number) => new Date(world.now().getTime() - days * DAY_MS).toISOString();
const dayAgo = (days: number) => daysAgo(days).slice(0, 10);

const set = (qid: string, days: number, t1: number) =>
  owner.api.updateCalibrationParameters({
    body: { chip_id, qid, parameters: { t1: { value: t1, unit: 'us', calibrated_at: daysAgo(days) } } },
  });

async function sweep(): Promise<void> {
  const context = { ...world.stack.runtime, requestId: 'sweep' };
  for (let closed = 1; closed > 0; ) ({ closed } = await closeSpans(context, ever));
}

const drift = (query: object = {}) => owner.api.getChipDrift({ params, query });
const acknowledge = (body: object, caller = owner) =>
  world.client(caller.token, owner.projectId).acknowledgeDrift({
    params,
    body: { metric: 't1', reason: 'a new line', ...body },
  });

/** Thirty-eight quiet days of T1 about 60 us on three qubits, of which the last four of the first are a quarter of it. */
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  ada = undoing(world, owner);
  viewer = await world.register('viewer');
  await owner.api.createChip({ body: { chip_id, topology_id: 'linear-3' } });
  const invited = { username: 'viewer', role: 'viewer' as const };
  await world.join(owner.api, { params: { project_id: owner.projectId }, body: invited });
  for (let days = 38; days > 0; days -= 1)
    for (const qid of ['0', '1', '2']) await set(qid, days, (qid === '0' && days <= 4 ? 15 : 60) * wobble(days));
  await sweep();
});
afterAll(() => world.stop());

describe('undoing a decision about drift', () => {
  const stateOf = async () => {
    await sweep();
    const { alerts, mutes, counts } = await drift();
    return { alerts: alerts.items, mutes, counts };
  };
  const until = (days: number) => daysAgo(-days);
  const mute = (days: number) =>
    ada.api.upsertDriftMute({ params, body: { metric: 't1', until: until(days), reason: 'known' } });

  it.each([
    [
      'an acknowledgement',
      () => ada.api.acknowledgeDrift({ params, body: { metric: 't1', target_id: '0', reason: 'a new line' } }),
    ],
    [
      'the acceptance of a level',
      () =>
        ada.api.acknowledgeDrift({
          params,
          body: { metric: 't1', target_id: '0', reason: 'a new line', accept_level: true },
        }),
    ],
    ['a mute', () => mute(3)],
  ])('%s is undone, done again and undone again', async (_name, act) => {
    const before = await stateOf();
    await act();
    const after = await stateOf();
    expect(after).not.toEqual(before);
    await ada.undo();
    expect(await stateOf()).toEqual(before);
    await ada.undo();
    expect(await stateOf()).toEqual(after);
    await ada.undo();
    expect(await stateOf()).toEqual(before);
  });

  it('a mute that replaced another one, and its end, are undone to that; one that was changed since is not', async () => {
    await mute(3);
    const first = await stateOf();
    const [set] = ada.undoable();
    await mute(5);
    const [replaced] = ada.undoable();
    const { status, detail } = await refusal(ada.undo(set));
    expect([status, detail]).toEqual([
      409,
      expect.stringMatching(/^The mute of the drift of chip 'chip' was set by 'owner' on .*, until /),
    ]);
    await ada.undo(replaced);
    expect(await stateOf()).toEqual(first);
    await ada.api.deleteDriftMute({ params, query: { metric: 't1' } });
    await ada.undo();
    expect(await stateOf()).toEqual(first);
    await ada.api.deleteDriftMute({ params, query: { metric: 't1' } });
  });
});

describe('drift of a chip', () => {
  it('an alert has the newest value of its series', async () => {
    const [alert] = (await drift()).alerts.items;
    expect(alert?.latest).toEqual({
      ...{ value: expect.closeTo(15 * wobble(1), 9), unit: 'us', error: null, held: false },
      measured_at: expect.stringContaining(dayAgo(1)),
    });
  });

  it('a lasting fall of T1 is an alert, with what it was and is and the false alerts that are expected', async () => {
    const found = await drift();
    expect(found).toMatchObject({
      chip_id,
      alerts: { total: 1 },
      counts: { alert: 1, watch: 0, ended: 0, muted: 0, acknowledged: 0 },
      raised_this_week: 1,
      mutes: [],
    });
    const [alert] = found.alerts.items;
    expect(alert).toMatchObject({
      ...{ metric: 't1', kind: 'qubit', target_id: '0', targets: ['0'], state: 'alert', unit: 'us' },
      ...{ since: dayAgo(4), raised_on: dayAgo(1), ended_on: null, points: 4, last_day: dayAgo(1) },
    });
    expect(alert?.from).toBeCloseTo(60, 0);
    expect(alert?.to).toBeCloseTo(15, 0);
    expect(found.metrics).toMatchObject([{ metric: 't1', basis: 'simulation', threshold: 12, followed: 3 }]);
    expect(found.expected_false_alerts_per_week).toBeCloseTo(0.024, 9);
    expect(found.false_share).toBeCloseTo(0.024, 9);
    expect(found.complete_until).toBe(found.as_of);
  });

  it('a list is of the states, metrics and targets that are asked for, and counts all', async () => {
    const none = { alerts: { total: 0, items: [] }, counts: { alert: 1 } };
    expect(await drift({ targets: '1' })).toMatchObject(none);
    expect(await drift({ metrics: 't2_echo' })).toMatchObject(none);
    expect(await drift({ states: 'ended' })).toMatchObject(none);
    expect(await drift({ states: ['alert', 'ended'], targets: ['0', '1'], metrics: 't1' })).toMatchObject({
      alerts: { total: 1 },
    });
  });

  it('a mute changes what is said of an alert and nothing else, until it is taken back', async () => {
    const until = new Date(world.now().getTime() + 7 * DAY_MS).toISOString();
    const mute = (body: object) =>
      owner.api.upsertDriftMute({ params, body: { until, reason: 'moving house', ...body } });
    const put = await mute({ metric: 't1' });
    expect(put).toMatchObject({ metric: 't1', target_id: null, until, muted_by: 'owner', reason: 'moving house' });
    expect(await mute({ metric: 't1' })).toEqual(put);
    const found = await drift();
    expect(found).toMatchObject({ mutes: [put], counts: { alert: 1, muted: 1 }, raised_this_week: 1 });
    expect(found.alerts.items[0]).toMatchObject({ state: 'alert', mute: put });
    await mute({ target_id: '1' });
    expect((await drift()).mutes).toHaveLength(2);
    await owner.api.deleteDriftMute({ params, query: { metric: 't1' } });
    expect((await drift()).alerts.items[0]?.mute).toBeNull();
    await owner.api.deleteDriftMute({ params, query: { target_id: '1' } });
    const again = owner.api.deleteDriftMute({ params, query: { metric: 't1' } });
    expect(await refusal(again)).toEqual(refused(404, "No such mute holds on chip 'chip'"));
  });

  it('a mute of nothing, of no one, or of a time that is over is refused and changes nothing', async () => {
    const before = await world.scan();
    const mute = (body: object) =>
      refusal(owner.api.upsertDriftMute({ params, body: { until: daysAgo(-1), reason: 'why', ...body } })).then(
        ({ status, detail }) => [status, detail],
      );
    expect(await mute({})).toEqual([400, 'Name a metric, a target or both']);
    expect(await mute({ target_id: '9' })).toEqual([404, "No qubit, coupling or element '9' found in chip 'chip'"]);
    expect(await mute({ metric: 't1', until: daysAgo(1) })).toEqual([
      400,
      expect.stringMatching(/^until '.*' is not in the future$/),
    ]);
    expect((await mute({ metric: 't1', reason: '' }))[0]).toBe(400);
    const unknown = owner.api.upsertDriftMute({
      params: { chip_id: 'none' },
      body: { metric: 't1', until: daysAgo(-1), reason: 'why' },
    });
    expect((await refusal(unknown)).status).toBe(404);
    expect(await world.scan()).toBe(before);
  });

  it('a viewer reads alerts, and may not say anything to them', async () => {
    const api = world.client(viewer.token, owner.projectId);
    expect((await api.getChipDrift({ params, query: {} })).alerts.total).toBe(1);
    expect((await refusal(acknowledge({ target_id: '0' }, viewer))).status).toBe(403);
    const mute = api.upsertDriftMute({ params, body: { metric: 't1', until: daysAgo(-1), reason: 'why' } });
    expect((await refusal(mute)).status).toBe(403);
    expect((await refusal(api.deleteDriftMute({ params, query: { metric: 't1' } }))).status).toBe(403);
  });

  it('an acknowledgement of nothing is refused', async () => {
    expect(await refusal(acknowledge({ target_id: '1' }))).toEqual(
      refused(404, "No active drift alert for 't1' on '1' on chip 'chip'"),
    );
    expect(await refusal(acknowledge({ metric: 't2_echo' }))).toEqual(
      refused(404, "No active drift alert for 't2_echo' on chip 'chip'"),
    );
  });

  it('an alert that was seen remains and says so, once however often it is sent, with an entry in the audit', async () => {
    expect(await acknowledge({ target_id: '0' })).toEqual({ acknowledged: 1 });
    expect(await acknowledge({ target_id: '0' })).toEqual({ acknowledged: 1 });
    const found = await drift();
    expect(found).toMatchObject({ counts: { alert: 1, acknowledged: 1 } });
    expect(found.alerts.items[0]?.acknowledgement).toMatchObject({
      acknowledged_by: 'owner',
      reason: 'a new line',
      accepts_level: false,
    });
    const { entries } = await owner.api.listProjectAuditEntries({
      params: { project_id: owner.projectId },
      query: { action: 'acknowledge-drift' },
    });
    expect(entries.filter(({ details, undone }) => !details.undoes && !undone)).toMatchObject([
      {
        actor: 'owner',
        resource: 'chip:chip',
        details: { metric: 't1', target: '0', reason: 'a new line', accepts_level: false },
      },
    ]);
  });

  it('a day that waits to be closed bounds what the list is complete until', async () => {
    await set('1', 2, 61.5);
    const found = await drift();
    expect(found.complete_until).toBe(new Date(Date.parse(dayAgo(2)) - 1).toISOString());
    await sweep();
    expect((await drift()).complete_until).not.toBe(found.complete_until);
  });

  it('an accepted level ends the alert at once, and the days after are followed against it', async () => {
    expect(await acknowledge({ target_id: '0', accept_level: true, reason: 'new line, for good' })).toEqual({
      acknowledged: 1,
    });
    const ended = { state: 'ended', ended_by: 'settled', ended_on: dayAgo(0) };
    expect((await drift({ states: 'ended' })).alerts.items).toMatchObject([ended]);
    expect(await drift()).toMatchObject({ alerts: { total: 0 }, complete_until: null });
    await sweep();
    expect((await drift({ states: 'ended' })).alerts.items).toMatchObject([ended]);
    expect((await drift()).complete_until).not.toBeNull();
  });

  it('alerts of an earlier cool-down are not told of in a new one', async () => {
    await owner.api.createCryostat({ body: { cryo_id: 'fridge' } });
    await owner.api.createCooldown({
      body: { cooldown_id: 'cd', cryo_id: 'fridge', chip_ids: [chip_id], started_at: daysAgo(0) },
    });
    expect(await drift({ states: ['alert', 'watch', 'ended'] })).toMatchObject({ alerts: { total: 0 }, metrics: [] });
  });

  it('an unknown chip is 404', async () => {
    const unknown = owner.api.getChipDrift({ params: { chip_id: 'none' }, query: {} });
    expect((await refusal(unknown)).status).toBe(404);
  });
});
