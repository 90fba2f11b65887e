import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal } from '../support/refusal.ts';
import { sampleFlow } from '../support/samples.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let counter = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  counter += 1;
  owner = await world.register(`owner-${counter}`);
  await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  for (const name of ['check', 'other'])
    await owner.api.saveFlow({ body: { name, chip_id: 'chip', code: sampleFlow } });
});

type Body = Parameters<Caller['api']['scheduleFlow']>[0]['body'];
const schedule = (body: Body, name = 'check') => owner.api.scheduleFlow({ params: { name }, body });
const post = (path: string, json: unknown) => world.raw('POST', path, { token: owner.token, json });
/** Fails unless the call is refused so. */
async function refused(status: number, detail: RegExp, call: Promise<unknown>): Promise<void> {
  expect(await refusal(call)).toMatchObject({ status, detail: expect.stringMatching(detail) });
}
const inDays = (days: number) => new Date(world.now().getTime() + days * 86_400_000);

describe('scheduleFlow', () => {
  it('scheduleFlow 200: by cron with its true next run, in the zone of the service unless another is named', async () => {
    const made = await schedule({ cron: ' 30  6 * * * ', parameters: { seed: 3 } });
    expect(made).toEqual({
      schedule_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      flow_name: 'check',
      schedule_type: 'cron',
      cron: '30 6 * * *',
      scheduled_time: null,
      timezone: 'Asia/Tokyo',
      next_run: expect.stringMatching(/T21:30:00\.000Z$/),
      active: true,
      parameters: { seed: 3 },
      created_by: owner.username,
      created_at: expect.any(String),
      updated_by: owner.username,
      updated_at: made.created_at,
      last_firing: null,
      message: "Flow 'check' scheduled successfully",
    });
    const { message: _message, ...shown } = made;
    expect(await owner.api.getFlowSchedule({ params: { schedule_id: made.schedule_id } })).toEqual(shown);
    const utc = await schedule({ cron: '30 6 * * *', timezone: 'utc' });
    expect([utc.timezone, utc.next_run?.slice(10)]).toEqual(['UTC', 'T06:30:00.000Z']);
  });

  it('scheduleFlow 200: once, at a time with its offset or at one of the zone', async () => {
    const day = inDays(3).toISOString().slice(0, 10);
    const naive = await schedule({ scheduled_time: `${day}T12:00`, timezone: 'Europe/Helsinki' });
    const offset = await schedule({ scheduled_time: `${day}T12:00:00+05:30` });
    expect(naive).toMatchObject({ schedule_type: 'one-time', cron: null, scheduled_time: naive.next_run });
    expect(naive.next_run).toMatch(/T(09|10):00:00\.000Z$/);
    expect(offset.next_run).toBe(`${day}T06:30:00.000Z`);
  });

  it.each([
    [{}, /Either 'cron' or 'scheduled_time' must be provided/],
    [{ cron: '0 6 * * *', scheduled_time: '2099-01-01T00:00:00Z' }, /Cannot provide both/],
    [{ cron: '0 0 6 * * *' }, /six|five minute, hour/],
    [{ cron: '0 6 1 * 1' }, /make two schedules/],
    [{ cron: '0 6 31 2 *' }, /never fire/],
    [{ cron: '0 6 * * *', timezone: 'Mars/Olympus' }, /'Mars\/Olympus' is not an IANA time zone/],
    [{ cron: '0 6 * * *', timezone: '+09:00' }, /IANA/],
    [{ scheduled_time: '2020-01-01T00:00:00Z' }, /Scheduled time must be in the future/],
    [{ scheduled_time: 'tomorrow' }, /Invalid scheduled_time format/],
    [{ scheduled_time: '9999-12-31T23:00:00', timezone: 'America/New_York' }, /Invalid scheduled_time format/],
    [{ scheduled_time: '2099-03-29T02:30:00', timezone: 'Europe/Berlin' }, /does not exist in Europe\/Berlin/],
    [{ cron: '0 6 * * *', parameters: { text: 'x'.repeat(9000) } }, /8192 bytes/],
    [{ cron: '0 6 * * *', parameters: { shotz: 1 } }, /no task here has a parameter 'shotz'/],
    [{ cron: '0 6 * * *', parameters: { qids: ['77'] }, active: false }, /Qubit '77' not found in chip 'chip'/],
    [{ cron: '0 6 * * *', parameters: { chip_id: 'nowhere' } }, /Chip 'nowhere' not found/],
  ])('scheduleFlow 400: %j', async (body, reason) => {
    const { status, body: answer } = await post('/flows/check/schedule', body);
    expect(status).toBe(400);
    expect(JSON.stringify(answer)).toMatch(reason);
  });

  it('scheduleFlow 404: a flow that is not there', async () => {
    await refused(404, /Flow 'nothing' not found/, schedule({ cron: '0 6 * * *' }, 'nothing'));
  });

  it("scheduleFlow 400: a chip that is not there, for a worker's flow as for a managed one", async () => {
    await owner.api.saveFlow({ body: { name: 'lab', chip_id: 'chip', code: 'print(1)', runner: 'worker' } });
    for (const name of ['check', 'lab']) {
      const elsewhere = { chip_id: 'gone' };
      await refused(400, /Chip 'gone' not found/, schedule({ cron: '0 6 * * *', parameters: elsewhere }, name));
      const { schedule_id } = await schedule({ cron: '0 6 * * *' }, name);
      const body = { parameters: elsewhere };
      await refused(400, /Chip 'gone' not found/, owner.api.updateFlowSchedule({ params: { schedule_id }, body }));
      await refused(400, /Chip 'gone' not found/, owner.api.queueFlow({ params: { name }, body }));
    }
  });

  it('scheduleFlow that is sent again finds the schedule that it made', async () => {
    const call = () =>
      owner.api.scheduleFlow({
        params: { name: 'check' },
        body: { cron: '0 6 * * *' },
        headers: { 'idempotency-key': `key-${counter}` },
      });
    expect((await call()).schedule_id).toBe((await call()).schedule_id);
    expect((await owner.api.listAllFlowSchedules({})).total).toBe(1);
  });
});

describe('the lists', () => {
  it('lists of schedules have several a flow, the next to fire first and the paused last', async () => {
    const paused = await schedule({ cron: '* * * * *', active: false });
    const later = await schedule({ scheduled_time: inDays(400).toISOString() }, 'other');
    const soon = await schedule({ scheduled_time: inDays(1).toISOString() });
    const ids = async (query = {}) =>
      (await owner.api.listAllFlowSchedules({ query })).schedules.map((one) => one.schedule_id);
    expect(await ids()).toEqual([soon.schedule_id, later.schedule_id, paused.schedule_id]);
    expect(await ids({ limit: 1, offset: 1 })).toEqual([later.schedule_id]);
    const { schedules, ...page } = await owner.api.listFlowSchedules({ params: { name: 'check' } });
    expect(schedules.map((one) => one.schedule_id)).toEqual([soon.schedule_id, paused.schedule_id]);
    expect(schedules[1]).toMatchObject({ next_run: null, active: false });
    expect(page).toEqual({ total: 2, skip: 0, offset: 0, limit: 50, next_cursor: null });
  });

  it('lists of schedules: 400 beyond a hundred a page, 404 for a flow that is not there', async () => {
    await refused(400, /limit/, owner.api.listAllFlowSchedules({ query: { limit: 101 } }));
    await refused(404, /Flow 'nothing'/, owner.api.listFlowSchedules({ params: { name: 'nothing' } }));
  });
});

describe('updateFlowSchedule', () => {
  it('updateFlowSchedule leaves what is absent or null, pauses, resumes, and changes when and with what it fires', async () => {
    const { schedule_id } = await schedule({ cron: '30 6 * * *', parameters: { seed: 1 } });
    const update = (body: Parameters<Caller['api']['updateFlowSchedule']>[0]['body']) =>
      owner.api.updateFlowSchedule({ params: { schedule_id }, body });
    expect(await update({ active: false, cron: null })).toMatchObject({
      message: 'Schedule updated successfully',
      schedule_id,
      active: false,
      next_run: null,
      cron: '30 6 * * *',
    });
    expect(await update({ active: true, timezone: 'UTC' })).toMatchObject({
      next_run: expect.stringMatching(/T06:30/),
      parameters: { seed: 1 },
    });
    expect(await update({ cron: '0 7 * * *', parameters: {} })).toMatchObject({
      next_run: expect.stringMatching(/T07:00/),
      parameters: {},
    });
  });

  it('updateFlowSchedule 400: parameters that a run could not be started with, and nothing has changed', async () => {
    const { schedule_id } = await schedule({ cron: '30 6 * * *', parameters: { seed: 1 } });
    const params = { schedule_id };
    const wrong = { cron: '0 7 * * *', parameters: { seed: 'one' } };
    await refused(400, /seed must be a whole number/, owner.api.updateFlowSchedule({ params, body: wrong }));
    const shown = await owner.api.getFlowSchedule({ params });
    expect([shown.cron, shown.parameters]).toEqual(['30 6 * * *', { seed: 1 }]);
  });

  it('updateFlowSchedule 400: the two kinds mixed', async () => {
    const cron = await schedule({ cron: '30 6 * * *' });
    const once = await schedule({ scheduled_time: inDays(1).toISOString() });
    const update = (schedule_id: string, body: object) =>
      owner.api.updateFlowSchedule({ params: { schedule_id }, body });
    await refused(400, /fires by 'cron'/, update(cron.schedule_id, { scheduled_time: inDays(1).toISOString() }));
    await refused(400, /fires once/, update(once.schedule_id, { cron: '30 6 * * *' }));
  });

  it('updateFlowSchedule 404: a schedule that is not there or of another project, or whose id is malformed', async () => {
    const other = await world.register(`other-${counter}`);
    const { schedule_id } = await schedule({ cron: '30 6 * * *' });
    const ghost = randomUUID();
    const call = (id: string) => other.api.updateFlowSchedule({ params: { schedule_id: id }, body: {} });
    await refused(404, new RegExp(`Schedule '${schedule_id}' not found`), call(schedule_id));
    await refused(404, new RegExp(`Schedule '${ghost}' not found`), call(ghost));
    await refused(404, /schedule_id/, call('nothing'));
  });
});

describe('deleteFlowSchedule', () => {
  it('deleteFlowSchedule says which kind is gone', async () => {
    const cron = await schedule({ cron: '30 6 * * *' });
    const once = await schedule({ scheduled_time: inDays(1).toISOString() });
    const remove = ({ schedule_id }: { schedule_id: string }) =>
      owner.api.deleteFlowSchedule({ params: { schedule_id } });
    expect(await remove(cron)).toEqual({
      message: 'Cron schedule deleted successfully',
      schedule_id: cron.schedule_id,
      schedule_type: 'cron',
    });
    expect(await remove(once)).toMatchObject({ message: 'One-time schedule deleted successfully' });
    await refused(404, /not found/, remove(cron));
    expect((await owner.api.listAllFlowSchedules({})).total).toBe(0);
  });

  it('a schedule goes with its flow, whose deletion says how many', async () => {
    await schedule({ cron: '30 6 * * *' });
    await schedule({ cron: '30 7 * * *' });
    const { message } = await owner.api.deleteFlow({ params: { name: 'check' } });
    expect(message).toBe("Flow 'check' deleted successfully, with 2 schedules");
    expect((await owner.api.listAllFlowSchedules({})).total).toBe(0);
  });
});

describe('previewSchedule', () => {
  it('previewSchedule names the next firings', async () => {
    const answer = await owner.api.previewSchedule({ body: { cron: '0 0 1 1 *', timezone: 'UTC', count: 2 } });
    expect(answer.next_runs).toHaveLength(2);
    expect(answer.next_runs.map((at) => at.slice(4))).toEqual(Array(2).fill('-01-01T00:00:00.000Z'));
  });

  it('previewSchedule 400: what is wrong with the expression', async () => {
    const { status, body } = await post('/flows/schedules/preview', { cron: '61 * * * *' });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('minute takes 0 to 59')]);
  });
});

describe('a schedule that fires', () => {
  it('a schedule that fires starts a run by itself, which its page of firings names', async () => {
    // Later than a request takes on any machine: a time that has passed is refused.
    const once = await schedule({ scheduled_time: new Date(world.now().getTime() + 5000).toISOString() });
    const params = { schedule_id: once.schedule_id };
    const firings = async () => (await owner.api.listScheduleFirings({ params })).firings;
    await expect.poll(firings, { interval: 250 }).toHaveLength(1);
    const [firing] = await firings();
    expect(firing).toMatchObject({ outcome: 'started', reason: null, scheduled_time: once.scheduled_time });
    const execution_id = firing?.execution_id ?? '';
    expect((await owner.api.getExecution({ params: { execution_id } })).note).toMatchObject(params);
    const done = await owner.api.getFlowSchedule({ params });
    expect(done).toMatchObject({ active: false, next_run: null, last_firing: firing });
  });
});
