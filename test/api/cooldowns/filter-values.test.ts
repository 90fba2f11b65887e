import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, refused } from '../support/refusal.ts';
import { phases, startTwoCooldowns, type TwoCooldowns } from './two-cooldowns.ts';

let scene: TwoCooldowns;
beforeAll(async () => {
  scene = await startTwoCooldowns();
});
afterAll(() => scene.world.stop());

const unknown = () => refused(400, `Cool-down 'nowhere' not found in project '${scene.projectId}'`);

describe('manual edits of a cool-down', () => {
  const edits = (query: object = {}) =>
    scene.api.getManualEdits({ params: { qid: '0' }, query: { ...query, limit: 100 } });

  it.each(['one', 'two'])('manual edits of cool-down %s are those of its time, and counted', async (cooldown_id) => {
    const all = (await edits()).edits;
    expect(all).toHaveLength(2 * phases.length);
    const wanted = all.filter(({ reason }) => reason === cooldown_id);
    expect(wanted).toHaveLength(2);
    expect(await edits({ cooldown_id })).toMatchObject({ edits: wanted, total: 2, next_cursor: null });
    expect(await edits({ cooldown_id, chip_id: 'chip' })).toMatchObject({ edits: wanted, total: 2 });
  });

  it('manual edits of a cool-down are the same page by page', async () => {
    const { edits: wanted } = await edits({ cooldown_id: 'one' });
    const params = { qid: '0' };
    const query = { cooldown_id: 'one', limit: 1 };
    const page = await scene.api.getManualEdits({ params, query });
    const cursor = page.next_cursor ?? '';
    const next = await scene.api.getManualEdits({ params, query: { ...query, cursor } });
    expect([...page.edits, ...next.edits]).toEqual(wanted);
    expect([page.total, next.next_cursor]).toEqual([2, null]);
  });

  it('manual edits of a cool-down that the chip never was in are none, and those of an unknown one refused', async () => {
    expect(await edits({ cooldown_id: 'side' })).toMatchObject({ edits: [], total: 0, next_cursor: null });
    expect(await refusal(edits({ cooldown_id: 'nowhere' }))).toEqual(unknown());
  });
});

describe('the history of a metric in a cool-down', () => {
  const history = async (query: object = {}) => {
    const of = { params: { chip_id: 'chip', qid: '0' }, query: { metric: 't1', ...query } };
    return (await scene.api.getQubitMetricHistory(of)).history;
  };
  /** Values say when they were written: tasks measured 30 and on, people set 20 and on. */
  const isOf = (phase: (typeof phases)[number]) => {
    const n = phases.indexOf(phase);
    return ({ value }: { value: number | null }) => value === 20 + n || value === 30 + n;
  };

  it.each(['one', 'two'] as const)('the history of a metric in cool-down %s has what bears its id', async (id) => {
    const wanted = (await history({ within_days: 36500 })).filter(isOf(id));
    expect(wanted).toHaveLength(3);
    expect(await history({ within_days: 36500, cooldown_id: id })).toEqual(wanted);
    expect(await history({ cooldown_id: id })).toEqual(wanted);
    expect(await history({ cooldown_id: id, limit: 1 })).toEqual(wanted.slice(0, 1));
  });

  it('the history of a metric in a cool-down is narrowed by the days that are asked for', async () => {
    expect(await history({ cooldown_id: 'one', within_days: 1 })).toEqual([]);
    expect(await history({ cooldown_id: 'two', as_of: '2020-01-01' })).toEqual([]);
  });

  it('the history of a metric in a cool-down that the chip never was in is empty, in an unknown one refused', async () => {
    expect(await history({ cooldown_id: 'side' })).toEqual([]);
    expect(await refusal(history({ cooldown_id: 'nowhere' }))).toEqual(unknown());
    const params = { chip_id: 'chip', coupling_id: '0-1' };
    const query = { metric: 'cz_gate_fidelity', cooldown_id: 'nowhere' };
    expect(await refusal(scene.api.getCouplingMetricHistory({ params, query }))).toEqual(unknown());
  });
});

describe('the history of a task in a cool-down', () => {
  const history = async (target: '0' | '2', query: object = {}) => {
    const of = { params: { qid: target }, query: { chip_id: 'chip', task: 'CheckT1', ...query } };
    return scene.api.getQubitTaskHistory(of);
  };

  it.each([
    ['one', '0'],
    ['two', '0'],
    ['one', '2'],
  ] as const)(
    'the history of a task in cool-down %s on qubit %s has what bears its id',
    async (cooldown_id, target) => {
      const { data } = await history(target);
      const all = Object.entries(data);
      const details = await Promise.all(all.map(([task_id]) => scene.api.getTaskResult({ params: { task_id } })));
      const wanted = all.filter((_, n) => details[n]?.cooldown_id === cooldown_id);
      expect(wanted.length).toBeGreaterThan(0);
      expect(wanted.length).toBeLessThan(all.length);
      expect(Object.entries((await history(target, { cooldown_id })).data)).toEqual(wanted);
      expect(Object.entries((await history(target, { cooldown_id, limit: 1 })).data)).toEqual(wanted.slice(0, 1));
    },
  );

  it('the history of a task in a cool-down that the chip never was in is empty, in an unknown one refused', async () => {
    expect((await history('0', { cooldown_id: 'side' })).data).toEqual({});
    expect(await refusal(history('0', { cooldown_id: 'nowhere' }))).toEqual(unknown());
  });
});
