import { ownEntry } from '../../../../kernel/rules/own-entry.ts';
import { type TaskResultRecord, targetOf } from '../../../../results/store/task-results.ts';
import { describeMetric } from '../../../../values/rules/catalogue.ts';
import { isWithheld } from '../../../../values/rules/gate-mark.ts';
import { hasOpenUnit, inStoredUnit } from '../../../../values/rules/manual-value.ts';
import type { SampleRecord } from '../../../../values/store/samples.ts';
import { taskSource } from '../../../../values/store/task-samples.ts';
import type { Cell, Column } from '../../../rules/export/table.ts';
import { columnName, unitField } from '../../../rules/export/unit-name.ts';

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
  text('unit', ({ unit, value, metric, target }) =>
    unitField(value === null ? describeMetric(metric, target.kind).storedUnit : unit),
  ),
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

/** What a task result is, in every export of task results. */
const resultColumns: readonly ColumnOf<TaskResultRecord>[] = [
  text('chip_id', ({ chipId }) => chipId),
  text('task_id', ({ taskId }) => taskId),
  text('execution_id', ({ executionId }) => executionId),
  text('flow_name', ({ flowName }) => flowName),
  text('task', ({ name }) => name),
  text('task_type', ({ taskType }) => taskType),
  text('target_id', (result) => targetOf(result)?.id),
  number('stage', ({ stage }) => stage),
  number('attempt', ({ attempt }) => attempt),
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
];

const outputParameters = text<TaskResultRecord>('output_parameters', (result) =>
  JSON.stringify(result.outputParameters),
);

/**
 * The columns of task results (rule EXPORT-6): of each of these metrics its value and error, in the catalogue's unit, with
 * which the name ends, and that unit; if the catalogue leaves it open, in the project's unit. Then all measurements as
 * reported. A metric whose column would have the name of another has none.
 */
export function taskResultColumns(metrics: readonly string[]): ColumnOf<TaskResultRecord>[] {
  const columns = new Map([...resultColumns, outputParameters].map((column) => [column.name, column]));
  for (const metric of metrics) {
    const pair = valueColumns(metric);
    if (pair.every(({ name }) => !columns.has(name))) for (const column of pair) columns.set(column.name, column);
  }
  columns.delete(outputParameters.name);
  return [...columns.values(), outputParameters];
}

function valueColumns(metric: string): ColumnOf<TaskResultRecord>[] {
  const units = (['qubit', 'coupling'] as const).map((target) => describeMetric(metric, target).storedUnit);
  const unit = units.find((one) => one !== '') ?? '';
  return [
    number(columnName(metric, unit), (result) => measured(result, metric, unit)?.value),
    number(columnName(`${metric}_error`, unit), (result) => measured(result, metric, unit)?.error),
    text(`${metric}_unit`, (result) => unitField(measured(result, metric, unit)?.unit ?? unit)),
  ];
}

/** A result's measurement of a metric, in a unit; undefined if it has none in this unit. */
function measured(result: TaskResultRecord, metric: string, unit: string) {
  const output = result.outputParameters[metric];
  if (!output) return undefined;
  const definition = describeMetric(metric, targetOf(result)?.kind ?? 'qubit');
  const isOpen = hasOpenUnit(definition) && unit === '';
  const fitted = inStoredUnit(definition, output, isOpen ? ownEntry(result.metricUnits ?? {}, metric) : unit);
  return 'problem' in fitted || (!isOpen && fitted.unit !== unit) ? undefined : fitted;
}
