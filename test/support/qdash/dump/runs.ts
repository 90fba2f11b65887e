import { type Doc, type DumpSize, date, dayOf, id, info, parameter, projectId } from './fields.ts';
import { calibData, measuredAt, resultDoc, resultId } from './results.ts';

export function* runDocs(size: DumpSize): Generator<[string, Doc]> {
  const runs = Math.ceil(size.results / 10);
  const runsOfDay = new Map<string, number>();
  for (let run = 0; run < runs; run += 1) {
    const at = measuredAt(run * 10, size);
    const index = runsOfDay.get(date(at)) ?? 0;
    runsOfDay.set(date(at), index + 1);
    const executionId = `${date(at)}-${String(index).padStart(3, '0')}`;
    yield [
      'execution_history',
      {
        ...{
          _id: id(at),
          project_id: projectId,
          user_id: 'u-anna',
          username: 'anna',
          name: 'Full calibration',
          execution_id: executionId,
        },
        ...{
          calib_data_path: calibData(at, index),
          note: { flow_run_id: resultId(1_000_000 + run), stage: { one: 'done' } },
        },
        ...{
          status: run === runs - 1 ? 'running' : run === 1 ? 'failed' : 'completed',
          tags: ['nightly'],
          chip_id: 'alpha',
        },
        ...{
          start_at: at,
          end_at: run === runs - 1 ? null : new Date(at.getTime() + 600_000),
          elapsed_time: run === 1 ? '0:10:00.500000' : 600,
        },
        ...{ message: '', system_info: info(at), calib_data: { qubit: {} } },
      },
    ];
    for (let n = run * 10; n < Math.min(size.results, run * 10 + 10); n += 1)
      yield ['task_result_history', resultDoc(n, index, executionId, size)];
    if (run < 5)
      yield [
        'calibration_note',
        {
          _id: id(at),
          project_id: projectId,
          username: 'anna',
          chip_id: 'alpha',
          execution_id: executionId,
          task_id: 'master',
          note: { qubit: { '0': { t1: parameter(3, at) } } },
          version: 3,
          timestamp: at,
          system_info: info(at),
        },
      ];
  }
  for (const [day, index] of runsOfDay) {
    const at = dayOf(0);
    yield [
      'execution_counter',
      {
        _id: id(at),
        project_id: projectId,
        date: day,
        username: 'anna',
        chip_id: 'alpha',
        index: index - 1,
        system_info: info(at),
      },
    ];
    // An early counter of another user, who had fewer runs.
    yield [
      'execution_counter',
      {
        _id: id(at),
        project_id: projectId,
        date: day,
        username: 'bert',
        chip_id: 'alpha',
        index: 0,
        system_info: info(at),
      },
    ];
  }
}
