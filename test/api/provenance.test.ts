import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskUpdate } from '#shared/results/verbs/write/task-update.ts';
import type { OutputParameter } from '#shared/runs/rules/task-outcome.ts';
import { outcomeOf, plannedTask } from '#test/support/runs/run-results.ts';
import { refusal, refused } from './support/refusal.ts';
import { type SeededRun, seedRun } from './support/task-results.ts';
import { type Caller, startWorld, type World } from './support/world.ts';

let world: World;
let ada: Caller;
let bob: Caller;
let run: SeededRun;
let begin: number;
const at = (minutes: number) => new Date(begin + minutes * 60_000).toISOString();

const value = (number: number, unit: string): OutputParameter => ({
  ...{ value: number, error: 0.001, unit },
  ...{ valueType: 'float', description: '' },
});

/** A task that began at a minute and ended half a minute later. */
function measured(
  taskId: string,
  minute: number,
  given: { name: string; type?: 'qubit' | 'coupling'; target: string },
  io: { inputs?: Record<string, OutputParameter>; outputs: Record<string, OutputParameter> },
): TaskUpdate {
  const planned = plannedTask(minute, { taskId, ...given });
  const times = { startAt: at(minute), endAt: at(minute + 0.5) };
  const outcome = outcomeOf(planned, { ...times, inputParameters: io.inputs ?? {}, outputParameters: io.outputs });
  return { kind: 'ended', planned, outcome };
}

const task = (taskId: string, metric: string) => `task:chip:${metric}:${taskId}`;

/**
 * On qubit 0 a frequency (edited by hand, then measured), a Rabi amplitude from the measured one, T1 from both; on qubit 1 a
 * frequency alone; on the pair a rotation rate from both frequencies.
 */
beforeAll(async () => {
  world = await startWorld();
  [ada, bob] = await Promise.all([world.register('ada'), world.register('bob')]);
  await ada.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  begin = world.now().getTime();
  world.advance(7200);
  await ada.api.updateCalibrationParameters({
    body: {
      ...{ chip_id: 'chip', qid: '0', reason: 'from the data sheet' },
      parameters: { qubit_frequency: { value: 4.9, unit: 'GHz', calibrated_at: at(0.5) } },
    },
  });
  run = await seedRun(world.stack.runtime, { projectId: ada.projectId, chipId: 'chip', username: 'ada' });
  await run.write([
    measured(
      'f0',
      1,
      { name: 'CheckQubitFrequency', target: '0' },
      {
        inputs: { qubit_frequency: value(4.9, 'GHz') },
        outputs: { qubit_frequency: value(5.1, 'GHz') },
      },
    ),
    measured(
      'f1',
      2,
      { name: 'CheckQubitFrequency', target: '1' },
      {
        outputs: { qubit_frequency: value(5.2, 'GHz') },
      },
    ),
    measured(
      'rabi',
      3,
      { name: 'CheckRabi', target: '0' },
      {
        // The unit is another one than the value is kept in.
        inputs: { qubit_frequency: value(5100, 'MHz'), readout_length: value(1000, 'ns') },
        outputs: { control_amplitude: value(0.25, 'a.u.') },
      },
    ),
    measured(
      't1',
      4,
      { name: 'CheckT1', target: '0' },
      {
        inputs: { qubit_frequency: value(5.1, 'GHz'), control_amplitude: value(0.25, 'a.u.') },
        outputs: { t1: value(40, 'us') },
      },
    ),
    measured(
      'zx',
      5,
      { name: 'CheckZX90', type: 'coupling', target: '0-1' },
      {
        inputs: { control_qubit_frequency: value(5.1, 'GHz'), target_qubit_frequency: value(5.2, 'GHz') },
        outputs: { zx_rotation_rate: value(0.01, 'MHz') },
      },
    ),
    measured(
      'f0-again',
      6,
      { name: 'CheckQubitFrequency', target: '0' },
      {
        inputs: { qubit_frequency: value(5.1, 'GHz') },
        outputs: { qubit_frequency: value(5.11, 'GHz') },
      },
    ),
  ]);
});
afterAll(() => world.stop());

const lineage = (entity_id: string, max_depth?: number) =>
  ada.api.getProvenanceLineage({ params: { entity_id }, query: max_depth === undefined ? {} : { max_depth } });
const impact = (entity_id: string, max_depth?: number) =>
  ada.api.getProvenanceImpact({ params: { entity_id }, query: max_depth === undefined ? {} : { max_depth } });

type Graph = Awaited<ReturnType<typeof lineage>>;
/** Nodes by how far away they are: tasks by id, values by metric and qid. */
const shown = ({ nodes }: Graph) =>
  nodes
    .map(({ depth, entity, activity }) =>
      activity
        ? `${depth} ${activity.task_id || activity.task_name}`
        : `${depth} ${entity?.parameter_name} of ${entity?.qid} = ${entity?.value}`,
    )
    .toSorted();

describe('a value', () => {
  it('a value has its task, run, unit, error and who measured it', async () => {
    const entity = await ada.api.getProvenanceEntity({ params: { entity_id: task('t1', 't1') } });
    expect(entity).toMatchObject({
      entity_id: task('t1', 't1'),
      ...{ parameter_name: 't1', qid: '0', target_type: 'qubit', value: 40, value_type: 'float' },
      ...{ unit: 'us', error: 0.001 },
      ...{ valid_from: at(4.5), version: Date.parse(at(4.5)), chip_id: 'chip', project_id: ada.projectId },
      ...{ execution_id: run.execution.executionId, task_id: 't1', task_name: 'CheckT1' },
      ...{ source: 'simulator', recorded_by: 'ada', excluded: false },
    });
  });

  it('the versions of a parameter are listed newest first, with when each was followed and what set it', async () => {
    const query = { parameter_name: 'qubit_frequency', qid: '0' };
    const history = await ada.api.getParameterHistory({ query: { ...query, chip_id: 'chip' } });
    expect(history).toMatchObject({ chip_id: 'chip', qid: '0', total_versions: 3, counted_all: true });
    expect(history.versions.map((one) => [one.value, one.task_id, one.source, one.valid_until, one.current])).toEqual([
      [5.11, 'f0-again', 'simulator', null, true],
      [5.1, 'f0', 'simulator', at(6.5), false],
      [4.9, '', 'manual', at(1.5), false],
    ]);
    expect(history.versions[2]).toMatchObject({ recorded_by: 'ada', reason: 'from the data sheet', task_name: '' });
    expect(await ada.api.getParameterHistory({ query })).toEqual(history);
    const newest = await ada.api.getParameterHistory({ query: { ...query, limit: 1 } });
    expect(newest).toMatchObject({ versions: [history.versions[0]], total_versions: 3 });
    for (const { entity_id, value: read } of history.versions)
      expect(await ada.api.getProvenanceEntity({ params: { entity_id } })).toMatchObject({ entity_id, value: read });
  });

  it('a coupling is found under either order of its qubits, an unknown target and chip are 404', async () => {
    const history = (qid: string, chip_id = 'chip') =>
      ada.api.getParameterHistory({ query: { parameter_name: 'zx_rotation_rate', qid, chip_id } });
    expect((await history('1-0')).versions).toHaveLength(1);
    expect(await history('1-0')).toEqual(await history('0-1'));
    expect(await refusal(history('9'))).toEqual(refused(404, "Qubit or coupling '9' not found in chip 'chip'"));
    expect(await refusal(history('0', 'none'))).toMatchObject({ status: 404 });
  });

  it('what is not a value of the project is 404', async () => {
    const ids = [
      'x',
      task('none', 't1'),
      task('t1', 't2_echo'),
      'task:other:t1:t1',
      `value:chip:t1:qubit:0:${at(1)}:x`,
    ];
    for (const entity_id of ids)
      expect([entity_id, await refusal(ada.api.getProvenanceEntity({ params: { entity_id } }))]).toEqual([
        entity_id,
        refused(404, `Entity '${entity_id}' not found in project '${ada.projectId}'`),
      ]);
    const foreign = { params: { entity_id: task('t1', 't1') } };
    expect(await refusal(bob.api.getProvenanceLineage(foreign))).toMatchObject({ status: 404 });
  });
});

describe('where a value came from', () => {
  it('the lineage of a value goes back through tasks to what they started from, and ends at what was set by hand', async () => {
    const graph = await lineage(task('t1', 't1'), 20);
    expect(shown(graph)).toEqual([
      '0 t1 of 0 = 40',
      '1 t1',
      '2 control_amplitude of 0 = 0.25',
      '2 qubit_frequency of 0 = 5.1',
      '3 f0',
      '3 rabi',
      '4 qubit_frequency of 0 = 4.9',
      '5 manual edit',
    ]);
    expect(graph).toMatchObject({ complete: true, max_depth: 20, origin: graph.nodes[0] });
    const [, made] = graph.nodes;
    expect(made?.activity).toMatchObject({
      username: 'ada',
      execution_id: run.execution.executionId,
      status: 'completed',
    });
    expect(graph.edges).toContainEqual({
      relation_type: 'used',
      source_id: 'task:t1',
      target_id: task('rabi', 'control_amplitude'),
    });
    expect(graph.edges).toContainEqual({
      relation_type: 'wasGeneratedBy',
      source_id: task('t1', 't1'),
      target_id: 'task:t1',
    });
  });

  it('an input that no version has is shown without one', async () => {
    const { nodes } = await lineage(task('rabi', 'control_amplitude'));
    const inputs = nodes.find(({ node_id }) => node_id === 'task:rabi')?.activity?.inputs;
    expect(inputs?.toSorted((a, b) => (a.parameter_name < b.parameter_name ? -1 : 1))).toEqual([
      { parameter_name: 'qubit_frequency', value: 5100, unit: 'MHz', entity_id: task('f0', 'qubit_frequency') },
      { parameter_name: 'readout_length', value: 1000, unit: 'ns', entity_id: null },
    ]);
  });

  it('a version that is not the newest any more says which is', async () => {
    const { nodes } = await lineage(task('t1', 't1'));
    const version = nodes.find(({ node_id }) => node_id === task('f0', 'qubit_frequency'));
    expect(version).toMatchObject({ latest_version: Date.parse(at(6.5)), entity: { current: false } });
    expect(nodes[0]).toMatchObject({ latest_version: null, entity: { current: true } });
  });

  it('the lineage of a value on a pair goes on to both of its qubits', async () => {
    expect(shown(await lineage(task('zx', 'zx_rotation_rate'), 3))).toEqual([
      '0 zx_rotation_rate of 0-1 = 0.01',
      '1 zx',
      '2 qubit_frequency of 0 = 5.1',
      '2 qubit_frequency of 1 = 5.2',
      '3 f0',
      '3 f1',
    ]);
  });
});

describe('what used a value', () => {
  it('the impact of a value has the tasks that started from it, on its qubit and its couplings, and what they measured', async () => {
    expect(shown(await impact(task('f0', 'qubit_frequency'), 20))).toEqual([
      '0 qubit_frequency of 0 = 5.1',
      '1 f0-again',
      '1 rabi',
      '1 t1',
      '1 zx',
      '2 control_amplitude of 0 = 0.25',
      '2 qubit_frequency of 0 = 5.11',
      '2 t1 of 0 = 40',
      '2 zx_rotation_rate of 0-1 = 0.01',
    ]);
    expect(shown(await impact(task('f0-again', 'qubit_frequency')))).toEqual(['0 qubit_frequency of 0 = 5.11']);
  });

  it('the tasks to run again are those whose values are current, the nearest first', async () => {
    const params = { entity_id: task('f0', 'qubit_frequency') };
    const answer = await ada.api.getRecalibrationRecommendations({ params });
    expect(answer).toMatchObject({
      ...{ source_parameter_name: 'qubit_frequency', source_qid: '0', total_affected_parameters: 4, complete: true },
      max_depth_reached: 2,
    });
    const tasks = answer.recommended_tasks;
    expect(
      tasks.map(({ task_name, affected_parameters, affected_qids }) => [task_name, affected_parameters, affected_qids]),
    ).toEqual([
      ['CheckQubitFrequency', ['qubit_frequency'], ['0']],
      ['CheckRabi', ['control_amplitude'], ['0']],
      ['CheckT1', ['t1'], ['0']],
      ['CheckZX90', ['zx_rotation_rate'], ['0-1']],
    ]);
    expect(tasks.map(({ priority }) => priority)).toEqual([1, 2, 3, 4]);
    expect(tasks[0]?.reason).toBe('started from qubit_frequency of 0');
  });
});

describe('the project', () => {
  it('recent changes have each parameter once, the newest first, with the value before', async () => {
    const { changes, total_count, counted_all } = await ada.api.getRecentChanges();
    expect([changes.map(({ parameter_name, qid }) => `${parameter_name} ${qid}`), total_count, counted_all]).toEqual([
      ['qubit_frequency 0', 'zx_rotation_rate 0-1', 't1 0', 'control_amplitude 0', 'qubit_frequency 1'],
      5,
      true,
    ]);
    expect(changes[0]).toMatchObject({ value: 5.11, previous_value: 5.1, task_name: 'CheckQubitFrequency' });
    expect(changes[0]?.delta).toBeCloseTo(0.01);
    expect(changes[0]?.delta_percent).toBeCloseTo(0.196, 3);
    expect(changes[1]).toMatchObject({ previous_value: null, delta: null, delta_percent: null });
    const some = await ada.api.getRecentChanges({ query: { parameter_names: ['t1'], limit: 1 } });
    expect(some).toMatchObject({ changes: [{ entity_id: task('t1', 't1') }], total_count: 1 });
    // Two hours have passed since.
    expect(await ada.api.getRecentChanges({ query: { within_hours: 1 } })).toMatchObject({
      changes: [],
      total_count: 0,
    });
  });

  it('the numbers of a project are those of the current values', async () => {
    const stats = await ada.api.getProvenanceStats();
    expect(stats).toMatchObject({ total_entities: 5, total_activities: 5, total_relations: 5, counted_all: true });
    expect(stats.relation_counts).toEqual({ wasGeneratedBy: 5 });
    expect(stats.recent_entities.map(({ entity_id }) => entity_id)[0]).toBe(task('f0-again', 'qubit_frequency'));
    expect(await bob.api.getProvenanceStats()).toMatchObject({ total_entities: 0, recent_entities: [] });
  });

  it('executions to choose from are those that measured something', async () => {
    const nothing = await seedRun(world.stack.runtime, {
      ...{ projectId: ada.projectId, chipId: 'chip', username: 'ada', executionId: '20250103-000' },
    });
    expect(nothing.execution.executionId).toBe('20250103-000');
    const { executions } = await ada.api.getRecentExecutions();
    expect(executions.map(({ execution_id }) => execution_id)).toEqual([run.execution.executionId]);
  });

  it('a value that is excluded is shown as such, and the version before it counts again', async () => {
    await ada.api.setTaskResultExcluded({
      params: { task_id: 'f0-again' },
      body: { excluded: true, reason: 'a spike' },
    });
    const history = await ada.api.getParameterHistory({ query: { parameter_name: 'qubit_frequency', qid: '0' } });
    expect(history.versions.map((one) => [one.value, one.excluded, one.current, one.valid_until])).toEqual([
      [5.11, true, false, null],
      [5.1, false, true, null],
      [4.9, false, false, at(1.5)],
    ]);
    const found = await impact(task('f0', 'qubit_frequency'));
    const excluded = found.nodes.find(({ node_id }) => node_id === task('f0-again', 'qubit_frequency'));
    expect(excluded?.entity).toMatchObject({ excluded: true, excluded_reason: 'a spike', current: false });
  });

  it('parameters that get worse from version to version are listed, others not', async () => {
    const t1 = (n: number, value_: number, target: string) =>
      measured(`worse-${target}-${n}`, 10 + n, { name: 'CheckT1', target }, { outputs: { t1: value(value_, 'us') } });
    await run.write([40, 39, 38, 37].map((one, n) => t1(n, one, '2')));
    await run.write([40, 39, 41, 37].map((one, n) => t1(n, one, '3')));
    const { trends, total_count } = await ada.api.getDegradationTrends({ query: { parameter_names: ['t1'] } });
    expect([trends.length, total_count]).toEqual([1, 1]);
    expect(trends[0]).toMatchObject({
      ...{ parameter_name: 't1', qid: '2', evaluation_mode: 'maximize', streak_count: 3, values: [40, 39, 38, 37] },
      ...{ total_delta: -3, delta_per_step: -1, current_value: 37, current_entity_id: task('worse-2-3', 't1') },
    });
    expect(trends[0]?.total_delta_percent).toBeCloseTo(-7.5);
    expect((await ada.api.getDegradationTrends({ query: { min_streak: 4 } })).trends).toEqual([]);
  });

  it('what was read before the caller was checked is answered to no one whose project it is not', async () => {
    const headers = { 'x-project-id': ada.projectId };
    const params = { entity_id: task('t1', 't1') };
    const denied = { status: 403, detail: `You do not have access to project '${ada.projectId}'` };
    expect(await refusal(bob.api.getProvenanceStats({ headers }))).toMatchObject(denied);
    expect(await refusal(bob.api.getProvenanceLineage({ params, headers }))).toMatchObject(denied);
    expect(await refusal(bob.api.getProvenanceLineage({ params: { entity_id: 'none' }, headers }))).toMatchObject(
      denied,
    );
  });

  it('a token whose default project is gone has the numbers of the project that it comes to, not of the one it named', async () => {
    const cleo = await world.register('cleo');
    const given = { projectId: cleo.projectId, chipId: 'own', username: 'cleo' };
    await cleo.api.createChip({ body: { chip_id: 'own', topology_id: 'linear-4' } });
    await (await seedRun(world.stack.runtime, given)).write([
      measured('own', 1, { name: 'CheckT1', target: '0' }, { outputs: { t1: value(40, 'us') } }),
    ]);
    expect(await cleo.api.getProvenanceStats()).toMatchObject({ total_entities: 1 });
    await cleo.api.createProject({ body: { name: 'another' } });
    await cleo.api.deleteProject({ params: { project_id: cleo.projectId } });
    expect(await cleo.api.getProvenanceStats()).toMatchObject({ total_entities: 0, recent_entities: [] });
  });

  it('what is out of bounds is 400', async () => {
    for (const max_depth of [0, 21]) expect(await refusal(lineage('x', max_depth))).toMatchObject({ status: 400 });
    expect(await refusal(ada.api.getRecentChanges({ query: { within_hours: 169 } }))).toMatchObject({ status: 400 });
    expect(await refusal(ada.api.getDegradationTrends({ query: { min_streak: 2 } }))).toMatchObject({ status: 400 });
  });

  it('a value of a chip that is deleted is still found by its task', async () => {
    await ada.api.deleteChip({ params: { chip_id: 'chip' }, query: { force: true, permanent: true } });
    expect(shown(await lineage(task('t1', 't1')))).toEqual(['0 t1 of 0 = 40', '1 t1']);
    expect(await ada.api.getProvenanceStats()).toMatchObject({ total_entities: 0 });
  });
});
