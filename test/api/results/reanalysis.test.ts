import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeArtifacts } from '#shared/results/verbs/files/store-artifacts.ts';
import { objectsOf } from '#test/support/runs/execution.ts';
import { outcomeOf, plannedTask } from '#test/support/runs/run-results.ts';
import { refusal } from '../support/refusal.ts';
import { seedRun, seedSpectroscopies } from '../support/task-results.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let other: Caller;
let ids: Awaited<ReturnType<typeof seedSpectroscopies>>;

beforeAll(async () => {
  world = await startWorld();
  [owner, other] = await Promise.all([world.register('owner'), world.register('other')]);
  for (const { api } of [owner, other]) await api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  ids = await seedSpectroscopies(world.stack.runtime, seeded());
});
afterAll(() => world.stop());

const seeded = () => ({ projectId: owner.projectId, username: owner.username, chipId: 'chip' });
const at = (qid: string | number, chip_id = 'chip') => ({ params: { chip_id, qid: String(qid) } });
const qubit = (body: Parameters<typeof owner.api.reanalyzeQubitSpectroscopy>[0]['body'], qid = '0') =>
  owner.api.reanalyzeQubitSpectroscopy({ ...at(qid), body });
const resonator = (body: Parameters<typeof owner.api.reanalyzeResonatorSpectroscopy>[0]['body'], qid = '0') =>
  owner.api.reanalyzeResonatorSpectroscopy({ ...at(qid), body });

/** What the run of a result found. */
async function measured(task_id: string) {
  const result = await owner.api.getTaskResult({ params: { task_id } });
  const outputs = Object.values(result.output_parameters);
  const figure = await owner.api.getFigureByPath({ query: { path: result.json_figure_path[0] ?? '' } });
  return {
    r2: result.r2,
    outputs: outputs.map(({ parameter_name: name, value, error, unit }) => ({ name, value, error, unit })),
    figure: JSON.parse(await figure.text()),
  };
}

/** A result on a qubit with one file of raw data, as a lab's worker may have made it. */
async function resultWith(qid: string, rawData: { name: string; body: string }[], status = 'completed' as const) {
  const taskId = `own-${qid}`;
  const { execution, write } = await seedRun(world.stack.runtime, {
    ...seeded(),
    executionId: `20250104-00${qid}`,
    flowRunId: `0a5b33a2-6c52-4d5e-8a43-0f4a6c3b9d0${qid}`,
  });
  const planned = plannedTask(0, { taskId, name: 'CheckQubitSpectroscopy', target: qid });
  const files = rawData.map((one) => ({ ...one, contentType: 'text/csv' }));
  const outcome = outcomeOf(planned, { status, rawData: files });
  const { runtime } = world.stack;
  const objects = objectsOf(runtime);
  const artifacts = (await storeArtifacts(objects, execution, 'only', [outcome])).get(taskId);
  await write([{ kind: 'ended', planned, outcome, artifacts }]);
  return taskId;
}

describe('a spectroscopy', () => {
  it.each(['qubit', 'resonator'] as const)(
    'raw data of a %s, fitted again with the parameters of the run, give what the run found',
    async (of) => {
      const [again, task] =
        of === 'qubit'
          ? [await qubit({}), 'CheckQubitSpectroscopy' as const]
          : [await resonator({}), 'CheckResonatorSpectroscopy' as const];
      const { r2, outputs, figure } = await measured(ids[task]);
      expect(outputs.length).toBeGreaterThan(2);
      const byName = (one: { name: string }, two: { name: string }) => one.name.localeCompare(two.name);
      expect({ ...again, output_parameters: again.output_parameters.toSorted(byName) }).toEqual({
        source_task_id: ids[task],
        source_task_name: task,
        qid: '0',
        figure,
        output_parameters: outputs.toSorted(byName),
        r2,
        message: '',
        committed: false,
      });
    },
  );

  it('raw data fitted again with a threshold above the line give no values, and say why', async () => {
    const again = await qubit({ source_task_id: ids.CheckQubitSpectroscopy, parameters: { f01_height_min: 60 } });
    expect(again.output_parameters).toEqual([]);
    expect(again.message).toMatch(/^CheckQubitSpectroscopy found no line above 60 dB between /);
    expect(again.figure).toHaveProperty('data');
  });

  it('raw data fitted again at another low power give another line', async () => {
    const usual = await resonator({});
    const again = await resonator({ parameters: { low_power: 5 } });
    const frequencyOf = ({ output_parameters }: typeof usual) =>
      output_parameters.find(({ name }) => name === 'readout_frequency')?.value;
    expect(frequencyOf(again)).toBeLessThan(frequencyOf(usual) ?? 0);
  });

  it('raw data are fitted again by a viewer, and nothing changes by it', async () => {
    const viewer = await world.register('viewer');
    await world.join(owner.api, {
      params: { project_id: owner.projectId },
      body: { username: 'viewer', role: 'viewer' },
    });
    // When they were last here is noted of everybody.
    const rows = async () => (await world.scan()).split('\n').filter((line) => !line.includes(viewer.userId));
    const before = await rows();
    const api = world.client(viewer.token, owner.projectId);
    await api.reanalyzeQubitSpectroscopy({ ...at(0), body: { parameters: { f12_height_min: 5 } } });
    expect(await rows()).toEqual(before);
  });
});

describe('what cannot be fitted again', () => {
  it.each([
    ['top_power', 0],
    ['retry_with_trim', false],
    ['binarize_threshold_sigma_plus', 3],
  ])('the parameter %s, of which the fit makes no use, is refused by name', async (name, value) => {
    const { status, detail } = await refusal(qubit({ parameters: { [name]: value } }));
    expect(status).toBe(400);
    expect(detail).toContain(`has no use for '${name}'; it takes 'f01_height_min'`);
  });

  it.each(['bare_shift_strength_limit', 'num_resonators'])(
    'the parameter %s of a resonator is refused by name',
    async (name) => {
      const { status, detail } = await refusal(resonator({ parameters: { [name]: 4 } }));
      expect([status, detail]).toEqual([
        400,
        `The fit of CheckResonatorSpectroscopy has no use for '${name}'; it takes 'low_power'`,
      ]);
    },
  );

  it('a parameter that is null is one that was not given', async () => {
    expect((await qubit({ source_task_id: null, parameters: { top_power: null } })).message).toBe('');
  });

  it('a parameter that no one has is refused by name', async () => {
    const parameters = { f01_hight_min: 3 } as object;
    const { status, detail } = await refusal(qubit({ parameters }));
    expect(status).toBe(400);
    expect(detail).toContain('f01_hight_min');
  });

  it('a range of the second transition without a width is refused', async () => {
    const { status, detail } = await refusal(qubit({ parameters: { f12_distance_min: 0.6 } }));
    expect(status).toBe(400);
    expect(detail).toContain("'f12_distance_min' (0.6 GHz) must be below 'f12_distance_max' (0.5 GHz)");
  });

  it('a result that is not there, or is of another task or qubit, is refused by name', async () => {
    expect(await refusal(qubit({ source_task_id: 'nothing' }))).toMatchObject({
      status: 400,
      detail: `Task result 'nothing' not found in project '${owner.projectId}'`,
    });
    const { CheckResonatorSpectroscopy: id } = ids;
    expect(await refusal(qubit({ source_task_id: id }))).toMatchObject({
      status: 400,
      detail: `Task result '${id}' is CheckResonatorSpectroscopy on '0' of chip 'chip', not CheckQubitSpectroscopy on '0' of chip 'chip'`,
    });
    expect((await refusal(qubit({ source_task_id: ids.CheckQubitSpectroscopy }, '1'))).detail).toContain(
      "on '0' of chip 'chip', not CheckQubitSpectroscopy on '1'",
    );
  });

  it('a chip or qubit that is not there is 404, and so is one of another project', async () => {
    expect(await refusal(owner.api.reanalyzeQubitSpectroscopy({ ...at(0, 'none'), body: {} }))).toMatchObject({
      status: 404,
    });
    expect(await refusal(qubit({}, '9'))).toMatchObject({ status: 404, detail: "Qubit '9' not found in chip 'chip'" });
    const foreign = { source_task_id: ids.CheckQubitSpectroscopy };
    expect(await refusal(other.api.reanalyzeQubitSpectroscopy({ ...at(0), body: foreign }))).toMatchObject({
      status: 400,
      detail: `Task result '${ids.CheckQubitSpectroscopy}' not found in project '${other.projectId}'`,
    });
  });

  it('a qubit without a completed spectroscopy is 404 that says what to name', async () => {
    const { status, detail } = await refusal(qubit({}, '3'));
    expect(status).toBe(404);
    expect(detail).toMatch(/^Qubit '3' of chip 'chip' has no completed CheckQubitSpectroscopy/);
  });

  it('a result without raw data is 409, and so is one whose raw data are of another form', async () => {
    const without = await resultWith('1', []);
    expect(await refusal(qubit({}, '1'))).toMatchObject({
      status: 409,
      detail: `Task result '${without}' has no raw data as CSV`,
    });
    const strange = await resultWith('2', [{ name: 'own.csv', body: 'a,b\r\n1,2\r\n' }]);
    expect(await refusal(qubit({}, '2'))).toMatchObject({
      status: 409,
      detail: `Raw data of task result '${strange}' cannot be fitted again: its columns are not 'drive_frequency_ghz,response_db'`,
    });
  });
});
