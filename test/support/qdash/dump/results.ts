import { type Doc, type DumpSize, date, dayMs, dayOf, id, info, noNote, note, parameter, projectId } from './fields.ts';

export const calibData = (at: Date, index: number) =>
  `/app/calib_data/anna/${date(at)}/${String(index).padStart(3, '0')}`;

/** Paths of the files of a result on QDash's server; of every second one they are there. */
const filesOfResult = (at: Date, run: number, name: string, n: number) => ({
  figure_path: [`${calibData(at, run)}/fig/${name}_${n}_0.png`],
  json_figure_path: [`${calibData(at, run)}/fig/${name}_${n}_0.json`],
  raw_data_path: [`${calibData(at, run)}/raw_data/${name}_${n}_raw_0.csv`],
});

export const resultId = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

/** When a result was measured: the results are spread over the days. */
export const measuredAt = (n: number, { results, days }: DumpSize): Date =>
  new Date(dayOf(days).getTime() + Math.floor((n / results) * days) * dayMs + (n % 1000) * 60_000);

const names = ['CheckT1', 'CheckT2Echo', 'CheckRabi', 'CheckZX90', 'MuxReadout'];

/** What the task of a result measures, on which target. */
function measuredBy(n: number) {
  const name = names[n % names.length] ?? '';
  if (name === 'CheckZX90')
    return { name, taskType: 'coupling', qid: n % 2 === 0 ? '0-1' : '1-0', metric: 'zx90_gate_fidelity' };
  const metric = name === 'CheckT2Echo' ? 't2_echo' : 't1';
  return { name, taskType: name === 'MuxReadout' ? 'mux' : 'qubit', qid: String(n % 4), metric };
}

/** Some are NaN, and some the 0 that QDash writes in its place; one has a list, and a bare number of an early version. */
function outputsOf(n: number, at: Date): Doc {
  const { taskType, metric } = measuredBy(n);
  if (taskType === 'coupling') return { [metric]: parameter(0.9 + (n % 10) / 200, at, { unit: '' }) };
  if (n % 20 === 1) return { [metric]: parameter(Number.NaN, at) };
  if (n % 20 === 6) return { [metric]: parameter(0, at, { error: 0 }) };
  const measured = { [metric]: parameter(20 + (n % 17), at) };
  return n % 10 === 2 ? { ...measured, trace: parameter([1, 2, 3], at), rabi_frequency: 12.5 } : measured;
}

/** What people and assistants wrote on some results. */
function annotationsOf(n: number, at: Date): Doc {
  const none = { user_note: noNote, ai_review_note: noNote, ai_review: { status: '' }, excluded: false };
  const some: Record<number, Doc> = {
    3: { user_note: note('look again', 'bert', at) },
    4: { ai_review_note: note('## AI review', 'qdash-ai', at) },
    5: { ai_review: { status: 'requested', requested_by: 'anna' } },
    10: { excluded: true, excluded_reason: 'pump off', excluded_by: 'bert', excluded_at: at },
  };
  return { ...none, ...some[n] };
}

export function resultDoc(n: number, run: number, executionId: string, size: DumpSize): Doc {
  const at = measuredAt(n, size);
  const ended = new Date(at.getTime() + 30_000);
  const { name, taskType, qid, metric } = measuredBy(n);
  const isLast = n === size.results - 1;
  const outcome =
    n % 10 === 9
      ? { status: 'failed', message: 'R² value too low: 0.4', stack_trace: 'Traceback', output_parameters: {} }
      : { status: 'completed', message: '', stack_trace: '', output_parameters: outputsOf(n, at) };
  return {
    ...{ _id: id(at), project_id: projectId, user_id: 'u-anna', username: n % 10 === 7 ? 'ghost' : 'anna' },
    ...{ task_id: resultId(n), name, upstream_id: n % 10 === 0 ? '' : resultId(n - 1), ...outcome },
    input_parameters: { qubit_frequency: parameter(5, at, { unit: 'GHz' }) },
    output_parameter_names: [metric],
    run_parameters: { shots: { value: 1024, value_type: 'int', unit: '', description: '' }, range: [0, 1] },
    ...{ note: { depth: 1 }, ...filesOfResult(at, run, name, n), ...annotationsOf(n, at) },
    ...{ start_at: at, end_at: ended, elapsed_time: 30, task_type: taskType, qid, execution_id: executionId },
    ...{ tags: ['nightly'], chip_id: 'alpha', cooldown_id: 'cd-2', source_task_id: n === 8 ? resultId(0) : null },
    ...{ quality_metrics: { r2: 0.97 }, system_info: info(at, ended) },
    ...(isLast ? { status: 'running', end_at: null } : {}),
  };
}
