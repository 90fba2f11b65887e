import type { ValueRecord } from '#shared/chips/store/target-values.ts';
import type { RunParameter } from '#shared/runs/rules/plan.ts';
import type { OutputParameter } from '#shared/runs/rules/task-outcome.ts';
import type { GateMark } from '#shared/values/rules/gate-mark.ts';
import { type Doc, instantOf, isDoc, numberOf, plain, textOf } from './document.ts';

/** A number of QDash; `suspect` where it is none, or is a 0 that QDash writes in the place of NaN. */
export interface ReadNumber {
  value: number;
  suspect: 'not_a_number' | 'zero' | undefined;
}

/** QDash's model of parameters writes 0 for NaN, with the error 0. */
function readNumber(given: unknown, error: unknown): ReadNumber | undefined {
  const value = numberOf(given);
  if (value === undefined) return undefined;
  if (!Number.isFinite(value)) return { value: 0, suspect: 'not_a_number' };
  const isZero = value === 0 && (numberOf(error) ?? 0) === 0;
  return { value, suspect: isZero ? 'zero' : undefined };
}

const isKnown = (value: number | undefined): value is number => value !== undefined && Number.isFinite(value);

/** The parameters of a task: those that are numbers, the rest as they are, and the names of suspect ones. */
export interface ReadParameters {
  numbers: Record<string, OutputParameter>;
  others: Record<string, unknown>;
  suspects: Map<string, NonNullable<ReadNumber['suspect']>>;
}

/** Parameters of a task, each QDash's model of one or, in early documents, a bare number. */
export function readParameters(given: unknown): ReadParameters {
  const read: ReadParameters = { numbers: {}, others: {}, suspects: new Map() };
  for (const [name, model] of Object.entries(isDoc(given) ? given : {})) {
    const fields = isModel(model) ? model : { value: model };
    const number = readNumber(fields.value, fields.error);
    if (!number) {
      read.others[name] = plain(model);
      continue;
    }
    if (number.suspect) read.suspects.set(name, number.suspect);
    const error = numberOf(fields.error);
    read.numbers[name] = {
      value: number.value,
      error: isKnown(error) ? error : 0,
      unit: textOf(fields, 'unit'),
      valueType: textOf(fields, 'value_type') === 'int' ? 'int' : 'float',
      description: textOf(fields, 'description'),
    };
  }
  return read;
}

const isModel = (value: unknown): value is Doc => isDoc(value) && !('_bsontype' in value) && 'value' in value;

/** Run parameters keep whatever value they have. */
export const runParametersOf = (given: unknown): Record<string, RunParameter> =>
  Object.fromEntries(
    Object.entries(isDoc(given) ? given : {}).map(([name, model]) => {
      const fields = isModel(model) ? model : { value: model };
      const about = { unit: textOf(fields, 'unit'), description: textOf(fields, 'description') };
      return [name, { value: plain(fields.value), valueType: textOf(fields, 'value_type', 'float'), ...about }];
    }),
  );

/** The mark of a suspect value: it counts, and is told. */
export const suspectMark: GateMark = { state: 'noted', because: 'not_a_number' };

/** A current value. @returns undefined for one that is not a number. */
export function currentValue(
  model: unknown,
  otherwiseAt: string,
): { value: ValueRecord; suspect: boolean } | undefined {
  const fields = isModel(model) ? model : { value: model };
  const number = readNumber(fields.value, fields.error);
  if (!number) return undefined;
  const error = numberOf(fields.error);
  const value: ValueRecord = {
    value: number.value,
    unit: textOf(fields, 'unit'),
    ...(isKnown(error) && error !== 0 ? { error } : {}),
    ...(textOf(fields, 'value_type') === 'int' ? { valueType: 'int' } : {}),
    ...(textOf(fields, 'description') === '' ? {} : { description: textOf(fields, 'description') }),
    calibratedAt: instantOf(fields.calibrated_at) ?? otherwiseAt,
    source: textOf(fields, 'task_id') === '' ? 'manual' : 'task',
    ...(textOf(fields, 'execution_id') === '' ? {} : { executionId: textOf(fields, 'execution_id') }),
    ...(textOf(fields, 'task_id') === '' ? {} : { taskId: textOf(fields, 'task_id') }),
  };
  return { value, suspect: number.suspect !== undefined };
}

/** Seconds of QDash's elapsed time: a number, or an early `H:MM:SS.ffffff`. */
export function elapsedOf(given: unknown): number | undefined {
  const number = numberOf(given);
  if (isKnown(number)) return number;
  const [, hours, minutes, seconds] =
    (typeof given === 'string' && /^(\d+):(\d{2}):(\d{2}(?:\.\d+)?)$/.exec(given)) || [];
  return seconds === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
