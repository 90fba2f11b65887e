import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  await owner.api.createChip({ body: { chip_id: 'chip', size: 16, topology_id: 'square-lattice-mux-16' } });
});
afterAll(() => world.stop());

const check = (spec: Record<string, unknown>, more = {}) =>
  owner.api.validateCalibrationPipeline({ body: { chip_id: 'chip', spec, ...more } });

async function run(spec: Record<string, unknown>) {
  const started = await owner.api.executeCalibrationPipeline({ body: { chip_id: 'chip', spec } });
  const params = { execution_id: started.execution_id };
  await expect
    .poll(async () => (await owner.api.getExecution({ params })).status, { timeout: 60_000 })
    .toBe('completed');
  return { started, execution: await owner.api.getExecution({ params, query: { include: 'results', limit: 100 } }) };
}

const statusesOf = ({ task }: Awaited<ReturnType<typeof run>>['execution'], name: string) =>
  Object.fromEntries(task.filter((one) => one.name === name).map(({ qid, status }) => [qid, status]));

describe('calibration pipelines', () => {
  it('getCalibrationPipelineCatalog 200: steps with their tasks, and a schema that the example fits', async () => {
    const catalog = await owner.api.getCalibrationPipelineCatalog();
    expect(catalog.backend_name).toBe('simulator');
    expect(catalog.tasks.coupling).toContain('CheckCrossResonance');
    const types = new Map(catalog.step_types.map((one) => [one.type, one]));
    expect(types.get('FilterByStatus')).toMatchObject({
      kind: 'transform',
      requires: ['one_qubit_check', 'one_qubit_fine_tune'],
    });
    expect(catalog.spec_schema).toMatchObject({ title: 'CalibrationPipelineSpec', type: 'object' });
    expect(await check(catalog.example)).toMatchObject({ valid: true, problems: [] });
  });

  it('validateCalibrationPipeline 200: a sound spec is answered with its steps, tasks and defaults', async () => {
    const steps = [
      { type: 'OneQubitCheck', mode: 'scheduled', tasks: ['CheckRabi'] },
      { type: 'FilterByStatus' },
      { type: 'CustomOneQubit', step_name: 'coherence', tasks: ['CheckT1', 'CheckT2Echo'] },
    ];
    expect(
      await check({ targets: { mux_ids: [0, 1], exclude_qids: ['3'] }, steps, default_run_parameters: { shots: 256 } }),
    ).toEqual({
      ...{ valid: true, problems: [], backend_name: 'simulator', task_run_count: 3 },
      unused: [{ path: 'steps[0].mode', message: expect.stringContaining('side by side') }],
      spec: expect.objectContaining({ name: 'pipeline', tags: [], task_run_parameters: {} }),
      targets: { qids: [], mux_ids: [0, 1], exclude_qids: ['3'] },
      steps: [
        { index: 1, type: 'OneQubitCheck', name: 'one_qubit_check', kind: 'calibration', tasks: ['CheckRabi'] },
        { index: 2, type: 'FilterByStatus', name: 'filter_by_status', kind: 'transform', tasks: [] },
        { index: 3, type: 'CustomOneQubit', name: 'coherence', kind: 'calibration', tasks: ['CheckT1', 'CheckT2Echo'] },
      ],
    });
  });

  it.each([
    [{ steps: [{ type: 'OneQubitCheck' }] }, {}, ['targets']],
    [{ targets: { qids: ['0'], mux_ids: [0] }, steps: [{ type: 'OneQubitCheck' }] }, {}, ['targets']],
    [{ targets: { qids: ['0'] }, steps: [{ type: 'OneQubitChek' }] }, {}, ['steps[0].type']],
    [{ targets: { qids: ['0'] }, steps: [{ type: 'OneQubitCheck', shots: 1 }] }, {}, ['steps[0]']],
    [{ targets: { qids: ['0', '99'] }, steps: [{ type: 'OneQubitCheck' }] }, {}, ['targets.qids[1]']],
    [{ targets: { mux_ids: [0, 99] }, steps: [{ type: 'OneQubitCheck' }] }, {}, ['targets.mux_ids[1]']],
    [{ targets: { qids: ['0'] }, steps: [{ type: 'FilterByStatus' }] }, {}, ['steps[0]', 'steps']],
    [{ targets: { qids: ['0'] }, steps: [{ type: 'TwoQubitCalibration' }] }, {}, ['steps[0]']],
    [
      { targets: { qids: ['0'] }, steps: [{ type: 'OneQubitCheck' }], task_run_parameters: { CheckZX90: {} } },
      {},
      ['task_run_parameters.CheckZX90'],
    ],
    [
      {
        targets: { qids: ['0'] },
        steps: [{ type: 'OneQubitCheck' }],
        default_run_parameters: { shoots: 1, qids: ['1'] },
      },
      {},
      ['default_run_parameters.qids'],
    ],
    [
      { targets: { qids: ['0'] }, steps: [{ type: 'OneQubitCheck' }], default_run_parameters: { shoots: 1 } },
      {},
      ['default_run_parameters.shoots'],
    ],
    [{ targets: { qids: ['0'] }, steps: [{ type: 'OneQubitCheck' }] }, { chip_id: 'none' }, ['chip_id']],
    [{ targets: { qids: ['0'] }, steps: [{ type: 'OneQubitCheck' }] }, { backend_name: 'qubex' }, ['backend_name']],
  ])(
    'validateCalibrationPipeline 200: %j with %j has problems in %j, and is not started',
    async (spec, more, paths) => {
      const { valid, problems } = await check(spec, more);
      expect(valid).toBe(false);
      expect(paths).toEqual(expect.arrayContaining(problems.map(({ path }) => path)));
      expect(problems.length).toBeGreaterThan(0);
      const before = (await owner.api.listExecutions({ query: {} })).total;
      const refused = await refusal(owner.api.executeCalibrationPipeline({ body: { chip_id: 'chip', spec, ...more } }));
      expect(refused).toMatchObject({ status: 400, detail: expect.stringContaining(problems[0]?.message ?? '') });
      expect((await owner.api.listExecutions({ query: {} })).total).toBe(before);
    },
  );

  it('executeCalibrationPipeline 200: qubits that fail a step or are below a threshold are left out of later steps with their couplings', async () => {
    const targets = { mux_ids: [0, 1, 2, 3] };
    const first = { type: 'OneQubitCheck', tasks: ['CheckT1'] };
    const parameters = { seed: 5, bad_target_rate: 0.4 };
    const { execution: alone } = await run({
      name: 'alone',
      targets,
      steps: [first],
      default_run_parameters: parameters,
    });
    const t1Of = (of: typeof alone) =>
      new Map(
        of.task
          .filter(({ name }) => name === 'CheckT1')
          .map((one) => [one.qid, one.output_parameters?.t1?.value as number | undefined]),
      );
    const measured = [...t1Of(alone).values()].filter((value) => value !== undefined).sort((a, b) => a - b);
    const threshold = measured[measured.length >> 1] ?? 0;
    const { started, execution } = await run({
      ...{ name: 'filtered', targets, default_run_parameters: parameters, tags: ['nightly'] },
      steps: [
        first,
        { type: 'FilterByStatus' },
        { type: 'CustomOneQubit', step_name: 'rabi', tasks: ['CheckRabi'] },
        { type: 'FilterByMetric', metric: 't1', threshold },
        { type: 'CustomTwoQubit', step_name: 'pairs', tasks: ['CheckCrossResonance'] },
      ],
    });
    expect(started.steps.map(({ name }) => name)).toEqual([
      'one_qubit_check',
      'filter_by_status',
      'rabi',
      'filter_by_t1',
      'pairs',
    ]);
    expect([execution.flow_name, execution.tags]).toEqual(['filtered', ['nightly', 'pipeline']]);
    const check1 = statusesOf(execution, 'CheckT1');
    const rabi = statusesOf(execution, 'CheckRabi');
    expect(new Set(Object.values(check1))).toEqual(new Set(['completed', 'failed']));
    for (const [qid, status] of Object.entries(check1))
      expect([qid, rabi[qid] === 'skipped']).toEqual([qid, status !== 'completed']);
    const good = (qid: string) => check1[qid] === 'completed' && (t1Of(execution).get(qid) ?? 0) >= threshold;
    const pairs = Object.entries(statusesOf(execution, 'CheckCrossResonance'));
    for (const [id, status] of pairs) expect([id, status !== 'skipped']).toEqual([id, id.split('-').every(good)]);
    expect(pairs.length).toBeGreaterThan(0);
    const skipped = execution.task.filter(({ status }) => status === 'skipped').map(({ message }) => message ?? '');
    expect(
      skipped.some((message) => message.startsWith('Left out by FilterByStatus: CheckT1 did not complete on')),
    ).toBe(true);
    expect(skipped.some((message) => message.startsWith("Left out by FilterByMetric: 't1' of"))).toBe(true);
  });

  it('executeCalibrationPipeline 200: a worker that announced the flow gets the spec; without one the pipeline is refused', async () => {
    const spec = {
      name: 'on-hardware',
      targets: { qids: ['0'] },
      steps: [{ type: 'OneQubitCheck', mode: 'scheduled' }],
    };
    const parameters = { spec: { type: 'object', description: 'The pipeline' } };
    await owner.api.announceWorker({
      body: {
        ...{ worker: 'bench', backends: ['fridge'], software: 'test' },
        tasks: [],
        flows: [{ name: 'calibration_pipeline', description: '', form: { type: 'object', properties: parameters } }],
      },
    });
    const body = { chip_id: 'chip', spec, backend_name: 'fridge' };
    expect(await owner.api.validateCalibrationPipeline({ body })).toMatchObject({ valid: true, unused: [] });
    const headers = { 'idempotency-key': 'once' };
    const started = await owner.api.executeCalibrationPipeline({ body, headers });
    const claim = () =>
      owner.api.claimRun({
        body: { worker: 'bench', backends: ['fridge'], claim_key: '0a5b33a2-6c52-4d5e-8a43-0f4a6c3b9d03' },
      });
    await expect
      .poll(async () => (await claim()).run, { timeout: 60_000 })
      .toMatchObject({
        ...{ flow_name: 'calibration_pipeline', code: '', task_name: null },
        parameters: { spec: { name: 'on-hardware', steps: [{ mode: 'scheduled' }] }, backend: 'fridge' },
      });
    expect((await refusal(owner.api.executeCalibrationPipeline({ body }))).status).toBe(409);
    expect(started.execution_id).toMatch(/^\d{8}-\d{3}$/);
    await owner.api.cancelExecution({ params: { flow_run_id: started.flow_run_id } });
  });
});
