import { describe, expect, it } from 'vitest';
import { measureJobs, minutesText, overwrittenBy, secondsOfJobs } from '../../../../web/runs/lib/measure-jobs.ts';
import type { ChipMetrics, RunSummary } from '../../../../web/ui/lib/api/wire.ts';

const said = (found: ReturnType<typeof measureJobs>) =>
  found.jobs.map(({ task, targets, isFirst }) => `${task.name} ${targets.join(',')}${isFirst ? '' : ' (other)'}`);
const qubit = (id: string, metric?: string) => ({ kind: 'qubit' as const, id, metric });

describe('the tasks that measure what is looked at', () => {
  it('a metric is measured by the tasks that produce it, the first of them chosen, on its targets', () => {
    expect(said(measureJobs([qubit('10', 't1'), qubit('2', 't1')]))).toEqual(['CheckT1 2,10']);
    const readout = measureJobs([qubit('0', 'average_readout_fidelity')]).jobs;
    expect(readout.filter(({ isFirst }) => isFirst)).toHaveLength(1);
    for (const { task } of readout) expect(task.outputs.map(({ name }) => name)).toContain('average_readout_fidelity');
  });

  it('each failed task and each expired value is measured on its own target alone', () => {
    const found = measureJobs([
      { kind: 'qubit', id: '3', task: 'CheckRabi' },
      qubit('5', 't1'),
      { kind: 'coupling', id: '0-1', metric: 'cz_gate_fidelity' },
    ]);
    expect(said(found)).toEqual(expect.arrayContaining(['CheckRabi 3', 'CheckT1 5']));
    const ofPair = found.jobs.filter(({ targets }) => targets.includes('0-1'));
    expect(ofPair.every(({ task, targets }) => task.type === 'coupling' && targets.length === 1)).toBe(true);
    expect(found.without).toEqual(ofPair.length > 0 ? [] : [expect.objectContaining({ id: '0-1' })]);
  });

  it('what no standard task measures is named, and of a whole target nothing is chosen beforehand', () => {
    expect(measureJobs([qubit('0', 'purcell_rate')])).toEqual({ jobs: [], without: [qubit('0', 'purcell_rate')] });
    const whole = measureJobs([qubit('0')]).jobs;
    expect(whole.length).toBeGreaterThan(5);
    expect(whole.some(({ isFirst }) => isFirst)).toBe(false);
  });

  it('an announced task that measures it comes first, once for each backend, and its own failure names it', () => {
    const task = (name: string, outputs: string[], backends = ['lab']) => ({
      ...{ name, title: `Our ${name}`, task_type: 'qubit' as const, description: '', worker: 'fridge' },
      ...{ backends, form: {}, outputs, needs: [] },
    });
    const announced = [task('lab_t1', ['t1'], ['lab', 'cold']), task('lab_rabi', [])];
    const { jobs } = measureJobs([qubit('0', 't1')], announced);
    expect(jobs.map(({ task: { title, backend }, isFirst }) => [title, backend, isFirst])).toEqual([
      ['Our lab_t1 (lab)', 'lab', true],
      ['Our lab_t1 (cold)', 'cold', false],
      ['CheckT1', undefined, false],
      ['Our lab_rabi (lab)', 'lab', false],
    ]);
    expect(said(measureJobs([{ kind: 'qubit', id: '3', task: 'lab_rabi' }], announced))).toEqual(['lab_rabi 3']);
    expect(measureJobs([qubit('0', 'purcell_rate')], announced).without).toEqual([qubit('0', 'purcell_rate')]);
  });

  it('the values that count now and would be replaced are those of the outputs on the targets', () => {
    const { jobs } = measureJobs([qubit('0', 't1'), qubit('1', 't1'), qubit('2', 't1')]);
    const metrics = { qubit_metrics: { t1: { 0: { value: 50 }, 1: { value: null } } } } as never as ChipMetrics;
    expect(overwrittenBy(jobs, metrics)).toEqual([{ kind: 'qubit', id: '0', metric: 't1' }]);
  });

  it('the time is that of as many tasks in completed runs of the task, else of the chip, and unknown without any', () => {
    const { jobs } = measureJobs([qubit('0', 't1'), qubit('1', 't1')]);
    const run = (flow_name: string, elapsed_time: number, completed: number) =>
      ({
        flow_name,
        chip_id: 'chip',
        status: 'completed',
        elapsed_time,
        progress: { by_status: { completed } },
      }) as never as RunSummary;
    expect(secondsOfJobs(jobs, 'chip', [])).toBeUndefined();
    expect(secondsOfJobs(jobs, 'chip', [run('check', 100, 10)])).toBe(20);
    expect(secondsOfJobs(jobs, 'chip', [run('check', 100, 10), run('CheckT1', 90, 3)])).toBe(60);
    expect(secondsOfJobs(jobs, 'other', [run('check', 100, 10)])).toBeUndefined();
    expect([59, 60, 720].map(minutesText)).toEqual(['less than 1 min', 'about 1 min', 'about 12 min']);
  });
});
