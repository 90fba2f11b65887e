import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishedDevices } from '#test/support/devices/published.ts';
import { pairDevice } from '../support/pair-device.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let counter = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

async function scene(value_gate: 'off' | 'warn' | 'hold'): Promise<void> {
  counter += 1;
  owner = await world.register(`importer-${counter}`);
  await owner.api.updateProject({ params: { project_id: owner.projectId }, body: { value_gate } });
}

const bodyOf = (documents: { conf: unknown; props: unknown }) => ({
  format: 'ibm' as const,
  chip_id: 'pair',
  documents,
});
const run = (documents: { conf: unknown; props: unknown }) => owner.api.importChip({ body: bodyOf(documents) });
const valuesOf = async (qid = '0') =>
  (await owner.api.getChip({ params: { chip_id: 'pair' } })).qubits?.[qid]?.data ?? {};
const held = async () => (await owner.api.listHeldMeasurements({ query: { chip_id: 'pair' } })).measurements;
const decide = async (decision: 'accept' | 'reject') => {
  const [first] = await held();
  const values = [{ id: first?.id ?? '', metric: first?.values[0]?.metric ?? '' }];
  return owner.api.decideHeldValues({ body: { chip_id: 'pair', decision, reason: 'looked', values } });
};
/** T2 is 80 us. */
const beyondLimit = pairDevice(4.1, '2025-02-01T10:00:00.000Z');

describe('an import into a project whose gate holds', () => {
  beforeEach(() => scene('hold'));

  it('an import keeps what is not likely with why, in the answer and in the list, and the preview says so before', async () => {
    const preview = await owner.api.previewChipImport({ body: bodyOf(beyondLimit) });
    expect(preview).toMatchObject({ held: 1, rejected: 0 });
    const answer = await run(beyondLimit);
    const told = [
      { target_type: 'qubit', qid: '0', metric: 't2_echo', value: 80, state: 'held', because: 'beyond_twice_t1' },
    ];
    expect(answer.judged_values).toMatchObject(told);
    expect(preview.judged_values).toMatchObject(told);
    expect(answer).toMatchObject({ held: preview.held, values: preview.values, unchanged: 0 });
    expect(Object.keys(await valuesOf())).not.toContain('t2_echo');
    expect((await valuesOf()).t1?.value).toBe(4.1);
    expect(await held()).toMatchObject([{ qid: '0', source: 'import', values: [{ metric: 't2_echo', value: 80 }] }]);
    const metrics = await owner.api.getChipMetrics({ params: { chip_id: 'pair' }, query: {} });
    expect(metrics.held_values).toMatchObject([{ qid: '0', metric: 't2_echo' }]);
  });

  it('documents that are imported again with others are judged the same, and what was rejected stays so', async () => {
    await run(beyondLimit);
    await decide('reject');
    const again = pairDevice(4.1, '2025-02-01T10:00:00.000Z', 0.02);
    expect(await run(again)).toMatchObject({ held: 0 });
    expect(await held()).toEqual([]);
    expect(Object.keys(await valuesOf())).not.toContain('t2_echo');
    await owner.api.updateProject({ params: { project_id: owner.projectId }, body: { value_gate: 'off' } });
    await run(pairDevice(4.1, '2025-02-01T10:00:00.000Z', 0.03));
    expect(Object.keys(await valuesOf())).not.toContain('t2_echo');
  });

  it('what is accepted of an import counts, and a newer value that counts takes what waits away', async () => {
    await run(beyondLimit);
    expect(await decide('accept')).toMatchObject({ decided: 1 });
    expect((await valuesOf()).t2_echo?.value).toBe(80);
    await scene('hold');
    await run(beyondLimit);
    await run(pairDevice(60, '2025-02-02T10:00:00.000Z'));
    expect((await valuesOf()).t2_echo?.value).toBe(80);
    const metrics = await owner.api.getChipMetrics({ params: { chip_id: 'pair' }, query: {} });
    expect(metrics.held_values).toEqual([]);
  });

  it('what cannot be is a faulty mark with its reason', async () => {
    const answer = await run(pairDevice(2e6, '2025-02-01T10:00:00.000Z'));
    expect(answer).toMatchObject({
      rejected: 1,
      judged_values: [{ qid: '0', metric: 't1', value: 2e6, state: 'faulty', because: 'longer_than_a_second' }],
    });
    const { history } = await owner.api.getQubitMetricHistory({
      params: { chip_id: 'pair', qid: '0' },
      query: { metric: 't1', within_days: 36500 },
    });
    expect(history).toMatchObject([{ value: null, gate: { state: 'faulty', because: 'longer_than_a_second' } }]);
  });
});

it('an import into a project whose gate warns lets everything count with a remark, and one without a gate says nothing', async () => {
  await scene('warn');
  expect(await run(beyondLimit)).toMatchObject({ held: 0, noted: 1, judged_values: [{ state: 'noted' }] });
  expect((await valuesOf()).t2_echo?.value).toBe(80);
  await scene('off');
  expect(await run(beyondLimit)).toMatchObject({ held: 0, noted: 0, judged_values: [] });
});

describe.skipIf(!publishedDevices.available)(publishedDevices.titled('imports of real devices under a gate'), () => {
  it('of the Torino of 2025 two readouts are faulty, both of qubit 86, and no value is held', async () => {
    await scene('hold');
    const documents = {
      conf: publishedDevices.json('ibm/conf_torino.json'),
      props: publishedDevices.json('ibm/props_torino_2025-02-26.json'),
    };
    const { held: count, judged_values, judged_kinds, rejected, noted: remarks } = await run(documents);
    expect(judged_kinds.reduce((sum, kind) => sum + kind.count, 0)).toBe(count + rejected + remarks);
    expect(judged_kinds.length).toBeLessThan(15);
    const faulty = judged_values.filter(({ state }) => state === 'faulty');
    expect(faulty.map(({ qid, metric }) => `${qid} ${metric}`).sort()).toEqual([
      '86 average_readout_fidelity',
      '86 readout_fidelity_1',
    ]);
    expect(count).toBe(0);
    const noted = judged_values.filter(({ because, state }) => because === 'beyond_twice_t1' && state === 'noted');
    expect(noted.map(({ qid }) => qid).sort()).toEqual(['23', '44', '61', '65', '86']);
  });
});
