import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, refused } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
});
afterAll(() => world.stop());

const yaml = `stages:
  - name: check
    tasks: [CheckT1]
    targets: {qubits: [0, 1]}
`;
const python = 'def measure(qids):\n    return qids\n';

describe('templates', () => {
  it('templates 200: a bare array, and each one is saved and read as it is offered', async () => {
    const templates = await owner.api.listFlowTemplates({});
    expect(templates.map(({ id }) => id)).toEqual([
      'check_one_qubit',
      'bringup',
      'full_one_qubit',
      'two_qubit',
      'full_calibration',
      'fast_full_calibration',
      'coherence_limit',
      'coherence',
      'python_worker',
    ]);
    for (const { id, function_name, runner } of templates) {
      const template = await owner.api.getFlowTemplate({ params: { template_id: id } });
      const saved = await owner.api.saveFlow({
        body: {
          name: id,
          chip_id: 'chip',
          code: template.code,
          flow_function_name: function_name,
          default_parameters: template.default_parameters,
        },
      });
      expect(saved.runner).toBe(runner);
    }
  });

  it('an unknown template is 404', async () => {
    expect(await refusal(owner.api.getFlowTemplate({ params: { template_id: 'x' } }))).toEqual(
      refused(404, "Flow template 'x' not found"),
    );
  });
});

describe('validateFlow', () => {
  const validate = (body: Parameters<Caller['api']['validateFlow']>[0]['body']) => owner.api.validateFlow({ body });

  it('validateFlow 200: how many tasks a run would have, on the chip and with the parameters that are named', async () => {
    const good = { valid: true, runner: 'managed', problems: [] };
    const planned = {
      ...good,
      simulated_values: 'keep',
      chip_has_real_values: false,
      form: null,
      run_parameters: expect.any(Array),
      task_names: expect.any(Array),
    };
    const unplanned = {
      ...good,
      task_count: null,
      task_names: null,
      form: null,
      run_parameters: null,
      simulated_values: null,
      chip_has_real_values: null,
    };
    expect(await validate({ code: yaml })).toEqual(unplanned);
    expect(await validate({ code: yaml, chip_id: 'chip' })).toEqual({ ...planned, task_count: 2 });
    expect(await validate({ code: yaml, chip_id: 'chip', parameters: { qids: [1] } })).toEqual({
      ...planned,
      task_count: 1,
    });
    expect(await validate({ code: python })).toEqual({ ...unplanned, runner: 'worker' });
  });

  it('validateFlow 200: every problem with its line and column', async () => {
    expect(await validate({ code: yaml.replace('[0, 1]', '[7]'), chip_id: 'chip' })).toEqual({
      valid: false,
      runner: 'managed',
      problems: [
        {
          line: 4,
          column: 24,
          message: "Qubit '7' not found in chip 'chip'",
          path: 'stages.0.targets.qubits.0',
        },
      ],
      task_count: null,
      task_names: null,
      form: null,
      run_parameters: null,
      simulated_values: null,
      chip_has_real_values: null,
    });
    expect((await validate({ code: yaml, parameters: { x: 1 } })).problems).toEqual([
      { line: null, column: null, message: "no task here has a parameter 'x'", path: 'parameters.x' },
    ]);
    expect(await validate({ code: '', runner: 'managed' })).toMatchObject({ valid: false, task_count: null });
  });

  it('validateFlow 200: the parameters that its tasks take, with what is there and what may', async () => {
    const code = [
      'parameters: {shots: 512}',
      'stages:',
      '  - name: coherence',
      '    tasks: [CheckRabi, {task: CheckT1, parameters: {shots: 4096}}]',
      '    targets: {qubits: [0]}',
    ].join('\n');
    const found = async (parameters: Record<string, unknown>) =>
      (await validate({ code, chip_id: 'chip', parameters })).run_parameters ?? [];
    const shots = {
      name: 'shots',
      value_type: 'int',
      unit: '',
      accepts: 'a whole number from 1 to 10000000',
      tasks: ['CheckRabi', 'CheckT1'],
    };
    expect(await found({})).toContainEqual(expect.objectContaining({ ...shots, values: [512, 4096] }));
    expect(await found({ shots: 100 })).toContainEqual(expect.objectContaining({ ...shots, values: [100] }));
    expect(await found({})).toContainEqual(
      expect.objectContaining({ name: 'interval', unit: 'ns', values: [153_600], tasks: ['CheckRabi', 'CheckT1'] }),
    );
    // Scans are lists.
    expect((await found({})).map(({ name }) => name)).not.toContain('wait_range');
  });

  it('validateFlow 400: an unknown chip', async () => {
    expect((await refusal(validate({ code: yaml, chip_id: 'nowhere' }))).detail).toBe(
      `Chip 'nowhere' not found in project '${owner.projectId}'`,
    );
  });
});
