import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calendarDate } from '#shared/kernel/rules/calendar.ts';
import { deviceDocuments, laterDocuments } from '#test/support/devices/made-device.ts';
import { startTwoCooldowns, type TwoCooldowns } from '../cooldowns/two-cooldowns.ts';
import { refusal, refused } from '../support/refusal.ts';
import { compareTwoDates, qOfWhole, scoresOfTwoDates } from '../support/two-dates.ts';
import { type Caller, startWorld, testPassword, type World } from '../support/world.ts';

const chip_id = 'chip';
const params = { chip_id };

describe('differences between instants and days', () => {
  let world: World;
  let owner: Caller;
  const dayOf: string[] = [];
  const at: string[] = [];
  const login = { username: 'owner', password: testPassword };
  const set = (qid: string, parameters: Record<string, { value: number; unit?: string; error?: number }>) =>
    owner.api.updateCalibrationParameters({ body: { chip_id, qid, parameters } });
  beforeAll(async () => {
    world = await startWorld();
    owner = await world.register('owner');
    await owner.api.createChip({ body: { chip_id, topology_id: 'linear-3' } });
    // Ten quiet days of T1 about 60 us, and then a fall to 12 us, with a new length and a new metric.
    for (const [n, t1] of [60, 55, 66, 58, 63, 52, 70, 61, 59, 12].entries()) {
      world.advance(86_400);
      const { access_token: token } = await world.client(undefined).login({ body: login });
      owner = { ...owner, api: world.client(token, owner.projectId) };
      const settings = n === 9 ? { readout_length: { value: 700, unit: 'ns' }, t2_echo: { value: 30 } } : {};
      await set('0', { t1: { value: t1, unit: 'us', error: 2 }, ...settings });
      if (n === 0) await set('0', { readout_length: { value: 800, unit: 'ns' } });
      if (n === 0) await set('1', { t1: { value: 40 } });
      at.push(world.now().toISOString());
      dayOf.push(calendarDate(world.now().toISOString(), world.stack.runtime.config.calendarTimeZone));
    }
  });
  afterAll(() => world.stop());

  const differences = (query: object) =>
    owner.api.getChipDifferences({ params, query: query as { date_before: string } });

  it('a fall of T1 between two instants is told of with its score, above a setting, and the same sample has none', async () => {
    const found = await differences({ as_of_before: at[8] });
    expect(found.before).toMatchObject({ kind: 'instant', as_of: at[8] });
    expect(found.differences.map(({ target_id, metric, not_scored }) => [target_id, metric, not_scored])).toEqual([
      ['0', 't1', null],
      ['0', 'readout_length', 'setting'],
      ['1', 't1', 'same_sample'],
    ]);
    const [fall, length] = found.differences;
    expect(fall).toMatchObject({ presence: 'both', change: -47, direction: 'worse' });
    expect(fall?.before).toMatchObject({
      value: 59,
      error: 2,
      unit: 'us',
      source: 'manual',
      n: 1,
      days: null,
    });
    expect(fall?.after).toMatchObject({ value: 12 });
    expect(fall?.relative_change).toBeCloseTo(12 / 59 - 1, 9);
    expect(fall?.score).toMatchObject({ verdict: 'notable', basis: 'history', material: true });
    expect(fall?.score?.z).toBeLessThan(-3);
    expect(length).toMatchObject({ change: -100, direction: 'lower', score: null });
    expect(found.totals).toMatchObject({
      compared: 3,
      scored: 1,
      notable: 1,
      worse: 1,
      better: 0,
      appeared: 1,
      vanished: 0,
    });
    expect(found.totals).toMatchObject({ settings_changed: 1, not_scored: { same_sample: 1, setting: 1 } });
    expect(found.totals.expected_by_chance).toBeCloseTo(0.0036, 9);
  });

  it('what one side alone measured has appeared or vanished, and never changed', async () => {
    const appeared = await differences({ as_of_before: at[8], presence: 'appeared' });
    expect(appeared.differences).toMatchObject([
      {
        target_id: '0',
        metric: 't2_echo',
        before: null,
        after: { value: 30 },
        change: null,
        score: null,
        direction: null,
      },
    ]);
    const vanished = await differences({ as_of_before: at[9], as_of_after: at[8], presence: 'vanished' });
    expect(vanished.differences).toMatchObject([{ metric: 't2_echo', before: { value: 30 }, after: null }]);
    expect(vanished.totals).toMatchObject({ appeared: 0, vanished: 1, better: 1, worse: 0 });
  });

  it('days are compared by what had been recorded by their end', async () => {
    const found = await differences({ date_before: dayOf[0], date_after: dayOf[9] });
    expect(found.before).toMatchObject({ kind: 'day', date: dayOf[0] });
    expect(found.differences[0]).toMatchObject({ metric: 't1', before: { value: 60 }, after: { value: 12 } });
    const swapped = await differences({ date_before: dayOf[9], date_after: dayOf[0] });
    expect(swapped.differences[0]?.score?.z).toBeCloseTo(-(found.differences[0]?.score?.z ?? 0), 9);
  });

  it('a view of some metrics and targets counts these alone, and a list of one metric counts the whole view', async () => {
    const ofT1 = await differences({ as_of_before: at[8], metrics: 't1', targets: '0' });
    expect(ofT1.totals).toMatchObject({ compared: 1, appeared: 0 });
    const listed = await differences({ as_of_before: at[8], only_metric: 'readout_length' });
    expect(listed).toMatchObject({ total: 1, skip: 0, limit: 100, totals: { compared: 3 } });
    const page = await differences({ as_of_before: at[8], skip: 1, limit: 1 });
    expect(page).toMatchObject({ total: 3, differences: [{ metric: 'readout_length' }] });
  });

  it('a side is named once, and two sides that are the same one are refused', async () => {
    const name =
      "Name one side before: by one of 'as_of_before', 'execution_id_before', 'cooldown_id_before', 'date_before'";
    expect(await refusal(differences({}))).toEqual(refused(400, name));
    expect(await refusal(differences({ as_of_before: at[0], date_before: dayOf[0] }))).toEqual(refused(400, name));
    const same = await refusal(differences({ as_of_before: at[0], as_of_after: at[0] }));
    expect(same).toEqual(refused(400, `Both sides are the instant ${at[0]}: choose two that differ`));
  });

  it('a side that the chip does not have is refused by its name', async () => {
    expect(await refusal(differences({ execution_id_before: '20250101-001' }))).toEqual(
      refused(400, "Run '20250101-001' not found on chip 'chip'"),
    );
    expect(await refusal(differences({ cooldown_id_before: 'none' }))).toEqual(
      refused(400, "Cool-down 'none' not found among those of chip 'chip'"),
    );
    expect(await refusal(differences({ date_before: '99991231' }))).toMatchObject({ status: 400 });
    expect(await refusal(differences({ date_before: '20200101' }))).toMatchObject({ status: 404 });
    const elsewhere = owner.api.getChipDifferences({
      params: { chip_id: 'none' },
      query: { as_of_before: at[0] ?? '' },
    });
    expect(await refusal(elsewhere)).toMatchObject({ status: 404 });
  });
});

describe('differences between executions and cool-downs', () => {
  let scene: TwoCooldowns;
  beforeAll(async () => {
    scene = await startTwoCooldowns();
  });
  afterAll(() => scene.world.stop());

  const differences = (query: object) =>
    scene.api.getChipDifferences({ params, query: query as { date_before: string } });

  it('an execution is what it measured alone, by the median of its days', async () => {
    const query = { execution_id_before: '20250101-000', execution_id_after: '20250101-006' };
    const found = await differences(query);
    expect(found.before).toMatchObject({ kind: 'execution', execution_id: '20250101-000' });
    const t1 = found.differences.find(({ metric, target_id }) => metric === 't1' && target_id === '0');
    expect(t1?.before).toMatchObject({ value: expect.closeTo(30, 9), n: 2, days: 1, execution_id: '20250101-000' });
    expect(t1?.after).toMatchObject({ value: expect.closeTo(33, 9), execution_id: '20250101-006' });
    expect(found.differences.some(({ metric }) => metric === 't2_echo')).toBe(false);
    expect((await differences({ ...query, execution_id_after: '20250101-002' })).differences[0]?.after).toMatchObject({
      value: expect.closeTo(31, 9),
    });
  });

  it('an excluded result is not a part of its execution', async () => {
    const task_id = 'before-chip-first';
    const body = { excluded: true, reason: 'a test' };
    await scene.api.setTaskResultExcluded({ params: { task_id }, body });
    const found = await differences({ execution_id_before: '20250101-000' });
    expect(found.differences[0]?.before).toMatchObject({ n: 1, value: 30, task_id: 'before-chip-second' });
    await scene.api.setTaskResultExcluded({ params: { task_id }, body: { ...body, excluded: false } });
  });

  it('a run of another chip is refused', async () => {
    expect(await refusal(differences({ execution_id_before: '20250101-001' }))).toMatchObject({ status: 400 });
  });

  it('a cool-down is what was measured in its recorded time', async () => {
    const found = await differences({ cooldown_id_before: 'one' });
    expect(found.before).toMatchObject({ kind: 'cooldown', cooldown_id: 'one' });
    const t1 = found.differences.find(({ metric, target_id }) => metric === 't1' && target_id === '0');
    // Two results and a value that was set by hand.
    expect(t1?.before).toMatchObject({ value: expect.closeTo(31, 9), n: 3, days: 1 });
  });
});

describe('differences of a whole device', () => {
  let world: World;
  let owner: Caller;
  beforeAll(async () => {
    world = await startWorld();
    owner = await world.register('owner');
  });
  afterAll(() => world.stop());

  it('a change across cool-downs is scored among those of its neighbours, and one that is unlike all of them comes first', async () => {
    const dates: Parameters<typeof scoresOfTwoDates>[0] = [
      deviceDocuments('heavy-hex-133', '2024-02-20T08:00:00Z'),
      laterDocuments(deviceDocuments('heavy-hex-133', '2025-02-20T08:00:00Z')),
    ];
    const found = await compareTwoDates(owner, 'made', dates);
    const [wanted, qs] = [scoresOfTwoDates(dates), qOfWhole(found.whole)];
    expect(found.totals).toMatchObject({ compared: 948, scored: 948, established: 1 });
    expect(found.differences[0]).toMatchObject({ target_id: '17', metric: 't1', direction: 'worse' });
    expect(found.differences[0]?.score).toMatchObject({ basis: 'cross_section', established: true });
    for (const { kind, target_id, metric, score } of found.differences) {
      const name = `${kind} ${target_id} ${metric}`;
      const z = wanted.get(name)?.z ?? Number.NaN;
      expect([score?.z, score?.q]).toEqual([expect.closeTo(z, 9), expect.closeTo(qs.get(name) ?? 2, 9)]);
    }
    // A subset is judged as the whole chip is.
    const query = { as_of_before: '2024-06-01T00:00:00Z', metrics: ['t1'], targets: ['17'] };
    const [one] = (await owner.api.getChipDifferences({ params: { chip_id: 'made' }, query })).differences;
    expect(one?.score).toEqual(found.differences[0]?.score);
    const sizes = found.differences.filter(({ score }) => score?.material).map(({ score }) => Math.abs(score?.z ?? 0));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(found.shifts.map(({ n }) => n).sort()).toEqual([133, 133, 133, 133, 133, 133, 150]);
  });
});
