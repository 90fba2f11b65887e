import type { TargetRecord, ValueRecord } from '../../../chips/store/chips.ts';
import { invalid } from '../../../kernel/errors.ts';
import { ownEntry } from '../../../kernel/rules/own-entry.ts';
import type { TargetRef } from '../../../kernel/store/keys.ts';
import { type TaskResultRecord, targetOf } from '../../../results/store/task-results.ts';
import { isOpen, type TaskStatus } from '../../../runs/rules/statuses.ts';
import type { OutputParameter, TaskOutcome } from '../../../runs/rules/task-outcome.ts';
import { describeMetric } from '../../rules/catalogue.ts';
import { credibleAt } from '../../rules/clock-ahead.ts';
import { gateWords, impossibleText, isWithheld, markOf } from '../../rules/gate-mark.ts';
import { type FittedValue, fitNewValue, hasOpenUnit } from '../../rules/manual-value.ts';
import { taskSource } from '../../store/task-samples.ts';

/**
 * The values of a qubit or coupling that completed results renew: those measured later than the current ones, in the
 * unit of the current value, else of the catalogue. A current value that is dated in the future is replaced (rule
 * TIME-8). A value that the metric cannot have stays only in its task result.
 */
export function updatedValues(
  target: TargetRecord,
  results: readonly TaskResultRecord[],
  now: string,
): Map<string, MeasuredState> {
  const renewed = new Map<string, MeasuredState>();
  for (const result of results) {
    for (const [metric, output] of Object.entries(result.outputParameters)) {
      const existing = ownEntry(target.data, metric);
      const since = latest(
        credibleAt(existing?.calibratedAt, now),
        credibleAt(ownEntry(target.faulty, metric), now),
        measuredAt(renewed.get(metric)),
      );
      const calibratedAt = result.endAt ?? '';
      if (since !== undefined && calibratedAt <= since) continue;
      const value = measuredStateOf(result, metric, output, target.kind, existing?.unit);
      if (value) renewed.set(metric, value);
    }
  }
  return renewed;
}

/** What a target has of a metric: a value, or when it was found faulty. */
export type MeasuredState = ValueRecord | { faultyAt: string };

export const isFaulty = (state: MeasuredState): state is { faultyAt: string } => 'faultyAt' in state;

/** A target with what measurements made of some of its metrics: a value takes a faulty mark away, and a mark a value. */
export function withStates<T extends Pick<TargetRecord, 'data' | 'faulty'>>(
  target: T,
  states: ReadonlyMap<string, MeasuredState>,
): T {
  const data = { ...target.data };
  const faulty = { ...target.faulty };
  for (const [metric, state] of states) {
    delete data[metric];
    delete faulty[metric];
    if (isFaulty(state)) faulty[metric] = state.faultyAt;
    else data[metric] = state;
  }
  return { ...target, data, faulty };
}

/** When a state was measured. */
export const measuredAt = (state: MeasuredState | undefined): string | undefined =>
  state && (isFaulty(state) ? state.faultyAt : state.calibratedAt);

/**
 * What a measured value gives its target: nothing for one that the metric cannot have or that is held, and a faulty mark for
 * what the write gate has rejected (rule GATE-2).
 */
export function measuredStateOf(
  result: TaskResultRecord,
  metric: string,
  output: OutputParameter,
  kind: TargetRecord['kind'],
  unit: string | undefined,
): MeasuredState | undefined {
  const { endAt = '', executionId, taskId, simulated } = result;
  const mark = markOf(result.gateMarks, metric);
  if (isWithheld(mark)) return undefined;
  if (mark?.state === 'faulty') return { faultyAt: endAt };
  const fitted = fittedOutput(result, metric, output, kind, unit);
  if ('problem' in fitted) return undefined;
  // A float is the usual, and left out: these are written with every task.
  const valueType = output.valueType === 'float' ? undefined : output.valueType;
  const { description } = output;
  return {
    ...fitted,
    valueType,
    description,
    calibratedAt: endAt,
    source: taskSource({ simulated }),
    executionId,
    taskId,
  };
}

/**
 * A measured value in the unit of its metric, or why it has none: that of the current value or of the catalogue, of a metric that
 * the catalogue leaves open that of the project.
 */
export function fittedOutput(
  { metricUnits = {} }: Pick<TaskResultRecord, 'metricUnits'>,
  metric: string,
  output: OutputParameter,
  kind: TargetRecord['kind'],
  currentUnit?: string,
): FittedValue {
  const definition = describeMetric(metric, kind);
  const unit = hasOpenUnit(definition) ? ownEntry(metricUnits, metric) : currentUnit;
  return fitNewValue(definition, output, unit);
}

/** A value that stays with its task result alone, and why: a sentence. */
export interface LeftOutOutput {
  metric: string;
  reason: string;
}

/** The values of a result that ended and gives its target no value, held ones among them (rule TASK-14). */
export function leftOutOutputs(result: TaskResultRecord): LeftOutOutput[] {
  const target = targetOf(result);
  if (!target || isOpen(result.status)) return [];
  return Object.entries(result.outputParameters).flatMap(([metric, output]) => {
    const left = whyLeftOut(result, metric, output, target);
    return left ? [{ metric, reason: left.reason }] : [];
  });
}

/** The values of a result that came too late for its task, which keeps the status and the values that it has. */
export function lateOutputs(
  { type: taskType, target: qid, outputParameters }: TaskOutcome,
  status: TaskStatus,
): LeftOutOutput[] {
  const target = targetOf({ taskType, qid });
  const of = target ? ` of ${target.kind} '${target.id}'` : '';
  return Object.keys(outputParameters).map((metric) => ({
    metric,
    reason: `'${metric}'${of}: the task is ${status} already, and another result of it is not taken`,
  }));
}

/** Why a value does not count, and since it was judged in which state it is. */
export interface LeftOut {
  state: 'held' | 'faulty' | 'refused' | 'kept';
  reason: string;
}

/**
 * Why a value of a result does not become its target's, regardless of the target's other values; undefined for one that
 * may count.
 */
export function whyLeftOut(
  result: TaskResultRecord,
  metric: string,
  output: OutputParameter,
  target: TargetRef,
): LeftOut | undefined {
  const of = `'${metric}' of ${target.kind} '${target.id}'`;
  const fitted = fittedOutput(result, metric, output, target.kind);
  if ('problem' in fitted) return { state: 'refused', reason: `${of}: ${fitted.problem}` };
  if (result.status !== 'completed')
    return { state: 'kept', reason: `${of}: the task is ${result.status}, and only completed tasks give values` };
  const mark = markOf(result.gateMarks, metric);
  if (mark?.state === 'faulty') return { state: 'faulty', reason: impossibleText(of, output, mark.because) };
  if (mark?.state === 'held')
    return { state: 'held', reason: `${of} waits until an editor accepts it: ${gateWords(mark.because)}` };
  if (mark?.state !== 'rejected') return undefined;
  const reason =
    mark.decidedBy === undefined
      ? impossibleText(of, output, mark.because)
      : `${of} was rejected: ${gateWords(mark.because)}`;
  return { state: 'refused', reason };
}

/** A value that counts, and what speaks against it: a sentence (rule GATE-9). */
export type DoubtedOutput = LeftOutOutput;

/** What speaks against the values of a result that count. */
export function doubtedOutputs(result: TaskResultRecord): DoubtedOutput[] {
  const target = targetOf(result);
  if (!target || result.status !== 'completed' || result.trial) return [];
  return Object.entries(result.outputParameters).flatMap(([metric, output]) => {
    const mark = markOf(result.gateMarks, metric);
    if (mark?.state !== 'noted' || whyLeftOut(result, metric, output, target)) return [];
    return [{ metric, reason: `'${metric}' of ${target.kind} '${target.id}': ${gateWords(mark.because)}` }];
  });
}

/** Whether a result gives its target a value at all, however old: what failed does not, nor what no metric can have. */
export const producesValue = (result: TaskResultRecord, kind: TargetRecord['kind']): boolean =>
  result.status === 'completed' &&
  Object.entries(result.outputParameters).some(([metric, output]) => {
    const state = measuredStateOf(result, metric, output, kind, undefined);
    return state !== undefined && !isFaulty(state);
  });

const latest = (...instants: (string | undefined)[]): string | undefined =>
  instants
    .filter((instant) => instant !== undefined)
    .sort()
    .at(-1);

/**
 * Most bytes of a target's values as JSON: a page of fifty targets is one answer, and together with its notes the item
 * of one stays far below the 400 KB that it may have. Targets of earlier versions may have more.
 */
export const valuesLimitBytes = 100_000;

/** A target that has too many values keeps those that it has. @throws ServiceError `invalid` for one more. */
export function requireSizeLimit(target: TargetRecord, renewed: ReadonlyMap<string, MeasuredState>): void {
  if ([...renewed.keys()].every((metric) => ownEntry(target.data, metric) !== undefined)) return;
  const data = { ...target.data, ...Object.fromEntries(renewed) };
  if (Buffer.byteLength(JSON.stringify(data)) <= valuesLimitBytes) return;
  const { kind, id, chipId } = target;
  const count = Object.keys(data).length;
  throw invalid(`The ${kind} '${id}' of chip '${chipId}' cannot hold ${count} metrics: use fewer names`);
}
