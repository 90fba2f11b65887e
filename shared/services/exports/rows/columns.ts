import type { Cell, Column } from '../../../domain/export/table.ts';
import { isWithheld } from '../../../domain/metrics/gate-mark.ts';
import type { SampleRecord } from '../../../store/metrics/samples.ts';
import { taskSource } from '../../../store/metrics/task-samples.ts';
import { type TaskResultRecord, targetOf } from '../../../store/task-results/task-results.ts';

/** A column with what a record has in it. */
export type ColumnOf<T> = Column & { of: (record: T) => Cell | undefined };

const text = <T>(name: string, of: (record: T) => string | undefined): ColumnOf<T> => ({ name, type: 'text', of });
const instant = <T>(name: string, of: (record: T) => string | undefined): ColumnOf<T> => ({
  ...{ name, type: 'instant', of },
});
const number = <T>(name: string, of: (record: T) => number | null | undefined): ColumnOf<T> => ({
  ...{ name, type: 'number', of },
});
const flag = <T>(name: string, of: (record: T) => boolean): ColumnOf<T> => ({ name, type: 'flag', of });

/** A row of a record. */
export const rowOf = <T>(columns: readonly ColumnOf<T>[], record: T): Cell[] =>
  columns.map(({ of }) => of(record) ?? null);

/** The columns of samples (rule EXPORT-6). `unit` is that of `value` and `error`. */
export const sampleColumns: readonly ColumnOf<SampleRecord>[] = [
  text('chip_id', ({ chipId }) => chipId),
  text('target_kind', ({ target }) => target.kind),
  text('target_id', ({ target }) => target.id),
  text('metric', ({ metric }) => metric),
  instant('measured_at', ({ at }) => at),
  number('value', ({ value }) => value),
  number('error', ({ error }) => error),
  text('unit', ({ unit }) => unit),
  flag('faulty', ({ value }) => value === null),
  text('source', ({ source }) => source),
  flag('simulated', ({ source }) => source === 'simulator'),
  flag('held', ({ gate }) => gate?.state === 'held'),
  text('gate_state', ({ gate }) => gate?.state),
  flag('excluded', ({ excluded }) => excluded === true),
  text('excluded_reason', ({ excludedReason }) => excludedReason),
  text('cooldown_id', ({ cooldownId }) => cooldownId),
  text('execution_id', ({ executionId }) => executionId),
  text('task_id', ({ taskId }) => taskId),
  text('sample_id', ({ sampleId }) => sampleId),
  instant('recorded_at', ({ recordedAt }) => recordedAt),
  text('recorded_by', ({ recordedBy }) => recordedBy),
  text('reason', ({ reason }) => reason),
];

/** The columns of task results (rule EXPORT-6). */
export const taskResultColumns: readonly ColumnOf<TaskResultRecord>[] = [
  text('chip_id', ({ chipId }) => chipId),
  text('task_id', ({ taskId }) => taskId),
  text('execution_id', ({ executionId }) => executionId),
  text('flow_name', ({ flowName }) => flowName),
  text('task', ({ name }) => name),
  text('task_type', ({ taskType }) => taskType),
  text('target_id', (result) => targetOf(result)?.id),
  text('status', ({ status }) => status),
  text('message', ({ message }) => message),
  instant('queued_at', ({ queuedAt }) => queuedAt),
  instant('started_at', ({ startAt }) => startAt),
  instant('ended_at', ({ endAt }) => endAt),
  number('elapsed_seconds', ({ elapsedSeconds }) => elapsedSeconds),
  number('r2', ({ r2 }) => r2),
  text('source', taskSource),
  flag('simulated', ({ simulated }) => simulated === true),
  flag('trial', ({ trial }) => trial === true),
  flag('held', ({ gateMarks = {} }) => Object.values(gateMarks).some(isWithheld)),
  flag('excluded', ({ excluded }) => excluded === true),
  text('excluded_reason', ({ excludedReason }) => excludedReason),
  text('cooldown_id', ({ cooldownId }) => cooldownId),
  text('username', ({ username }) => username),
  text('source_task_id', ({ sourceTaskId }) => sourceTaskId),
  text('output_parameters', ({ outputParameters }) => JSON.stringify(outputParameters)),
];
