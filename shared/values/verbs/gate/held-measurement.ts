import type { ChipRecord, HeldValue, TargetRecord } from '../../../chips/store/chips.ts';
import { ownEntry } from '../../../kernel/rules/own-entry.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { batchGetItems, type Database, getItem, ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { sampleKeys, type TargetRef, utcDayOf } from '../../../kernel/store/keys.ts';
import { gateUpdate, getTaskResult, type TaskResultRecord, targetOf } from '../../../results/store/task-results.ts';
import { becomesCurrent } from '../../rules/clock-ahead.ts';
import { type GateMark, type HeldRef, markOf } from '../../rules/gate-mark.ts';
import { openDay, openDayKey, openSpanEntity } from '../../store/open-spans.ts';
import { type SampleRecord, sampleEntity } from '../../store/samples.ts';
import { isCounted } from '../measured/counted.ts';
import { addExcludedSamples } from '../measured/excluded-samples.ts';
import { waitingOf, waitingOfSample } from '../measured/held-state.ts';
import { type MetricState, metricStates, statesWithoutSample } from '../measured/metric-states.ts';
import { type MeasuredState, measuredAt, measuredStateOf } from '../measured/target-values.ts';

/** The value of a metric that one measurement gave a target. */
export interface HeldName extends HeldRef {
  chipId: string;
  metric: string;
  /** Of an import's sample. */
  target?: TargetRef | undefined;
}

/** A measurement of which a value may be held: a task result, or the sample of an import. */
export interface HeldMeasurement {
  target: TargetRef;
  mark: GateMark | undefined;
  /** Writes another mark over what was read, with all that carries it. */
  addMark(transaction: Transaction, mark: GateMark): Promise<void>;
  /** What waits of it, and what the target has without it, once it has a mark that lets it wait. */
  reopened(target: TargetRecord, mark: GateMark, now: string): Promise<Reopened>;
  /** What the target has of it where it counts and becomes current; else undefined. */
  stateIn(target: TargetRecord, now: string): MeasuredState | undefined;
}

/** A measurement whose value waits again. */
export interface Reopened {
  states: readonly MetricState[];
  waiting: Readonly<Record<string, HeldValue>>;
}

/** Reads a measurement of a chip; undefined for none, or one of an earlier chip of that id. */
export function heldMeasurement(
  db: Database,
  chip: Stored<ChipRecord>,
  name: HeldName,
): Promise<HeldMeasurement | undefined> {
  return name.taskId === undefined ? ofSample(db, chip, name) : ofResult(db, chip, name, name.taskId);
}

async function ofResult(
  db: Database,
  chip: Stored<ChipRecord>,
  { metric }: HeldName,
  taskId: string,
): Promise<HeldMeasurement | undefined> {
  const result = await getTaskResult(db, chip.projectId, taskId);
  const target = result && targetOf(result);
  const output = result && ownEntry(result.outputParameters, metric);
  if (!target || !output || result.chipId !== chip.chipId || result.createdAt < chip.createdAt) return undefined;
  const accepted = (marks: TaskResultRecord['gateMarks']) => ({ ...result, gateMarks: marks });
  return {
    target,
    mark: markOf(result.gateMarks, metric),
    async addMark(transaction, mark) {
      const after = accepted({ ...result.gateMarks, [metric]: mark });
      const { key, update } = gateUpdate(after);
      transaction.update(key, update, ifRevision(result.rev), staleRead);
      await addExcludedSamples(db, transaction, chip, after, result.rev + 1);
    },
    async reopened(record, mark, now) {
      const changed = accepted({ ...result.gateMarks, [metric]: mark });
      const waiting = waitingOf(changed, chip)[metric];
      return {
        states: await metricStates(db, { chip, changed, now }, record, [metric]),
        waiting: waiting ? { [metric]: waiting } : {},
      };
    },
    stateIn(record, now) {
      if (!isCounted(result, chip)) return undefined;
      const { [metric]: _held, ...others } = result.gateMarks ?? {};
      const unit = ownEntry(record.data, metric)?.unit;
      return ifCurrent(record, metric, measuredStateOf(accepted(others), metric, output, target.kind, unit), now);
    },
  };
}

async function ofSample(
  db: Database,
  chip: Stored<ChipRecord>,
  { metric, target, at, sampleId }: HeldName,
): Promise<HeldMeasurement | undefined> {
  if (!target || sampleId === undefined) return undefined;
  const { projectId, chipId } = chip;
  const item = await getItem(db, sampleKeys.sample(projectId, chipId, { metric, target, at, sampleId }));
  if (!item) return undefined;
  const { rev, ...sample } = sampleEntity.decode(item);
  return {
    target,
    mark: sample.gate,
    async addMark(transaction, mark) {
      const day = { projectId, chipId, day: utcDayOf(at) };
      const [open] = await batchGetItems(db, [openDayKey(day)]);
      transaction.put(sampleEntity.encode({ ...sample, gate: mark }, rev + 1), ifRevision(rev), staleRead);
      openDay(transaction, open && openSpanEntity.decode(open), day, [{ metric, at }], staleRead);
    },
    async reopened(record, mark, now) {
      const states = await statesWithoutSample(db, { chip, now }, record, sample);
      return { states, waiting: waitingOfSample({ ...sample, gate: mark }) };
    },
    stateIn: (record, now) => ifCurrent(record, metric, sampledState(sample), now),
  };
}

const sampledState = ({ value, error, unit, at, source }: SampleRecord): MeasuredState =>
  value === null ? { faultyAt: at } : { value, error, unit, calibratedAt: at, source };

function ifCurrent(
  { data, faulty }: TargetRecord,
  metric: string,
  state: MeasuredState | undefined,
  now: string,
): MeasuredState | undefined {
  const since = ownEntry(data, metric)?.calibratedAt ?? ownEntry(faulty, metric);
  const at = measuredAt(state);
  return at !== undefined && becomesCurrent(at, since, now) ? state : undefined;
}
