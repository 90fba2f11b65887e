import type { ChipRecord, HeldValue, TargetRecord } from '../../../chips/store/chips.ts';
import { ownEntry } from '../../../kernel/rules/own-entry.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { type Condition, type Database, getItem, ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import { type Key, sampleKeys, taskKeys } from '../../../kernel/store/keys.ts';
import { getTaskResult, type TaskResultRecord } from '../../../results/store/task-results.ts';
import { credibleAt } from '../../rules/clock-ahead.ts';
import { markOf } from '../../rules/gate-mark.ts';
import { walkHistory } from '../../store/sample-reads.ts';
import { type SampleRecord, sampleEntity } from '../../store/samples.ts';
import { listSeries } from '../../store/series.ts';
import { isCounted } from './counted.ts';

/** The measurement that changes: what the table has of it does not matter. */
export interface ChangedMeasurement {
  taskId?: string | undefined;
  sampleId?: string | undefined;
  /** Its values that wait from now on, by metric. */
  waiting: Readonly<Record<string, HeldValue>>;
  /** When it changes. */
  now: string;
}

/** What waits of a target after a change. */
export interface HeldAfter {
  /** By metric; undefined where it stays as it is. */
  held: Record<string, HeldValue> | undefined;
  /** Measurements that it rests on, each as it was read. */
  checks: readonly { key: Key; condition: Condition }[];
}

/** What waits of a result, where it counts. */
export function waitingOf(result: TaskResultRecord, chip: ChipRecord): Record<string, HeldValue> {
  if (result.status !== 'completed' || !isCounted(result, chip)) return {};
  const waiting = Object.keys(result.gateMarks ?? {}).flatMap((metric): [string, HeldValue][] => {
    const value = waitingValue(result, metric);
    return value ? [[metric, value]] : [];
  });
  return Object.fromEntries(waiting);
}

/** What waits of a sample that has no result. */
export function waitingOfSample(sample: SampleRecord): Record<string, HeldValue> {
  const { metric, value, error, unit, at, sampleId, gate } = sample;
  if (gate?.state !== 'held' || value === null) return {};
  return { [metric]: { value, error, unit, at, sampleId, because: gate.because } };
}

function waitingValue(result: TaskResultRecord, metric: string): HeldValue | undefined {
  const mark = markOf(result.gateMarks, metric);
  const output = ownEntry(result.outputParameters, metric);
  if (mark?.state !== 'held' || !output || typeof output.value !== 'number') return undefined;
  const { value, error, unit } = output;
  return { value, error, unit, at: result.endAt ?? '', because: mark.because, taskId: result.taskId };
}

/**
 * What waits of a target once a measurement changes: by metric the newest held value that counts and is newer than what the target
 * has (rule GATE-3). What newer values had hidden appears again where they give way.
 * @param target with the values that it has after the change.
 */
export async function heldAfter(
  db: Database,
  chip: Stored<ChipRecord>,
  target: TargetRecord,
  metrics: Iterable<string>,
  changed: ChangedMeasurement,
): Promise<HeldAfter> {
  const held = { ...target.held };
  const checks: { key: Key; condition: Condition }[] = [];
  let isChanged = false;
  for (const metric of new Set(metrics)) {
    const found = await newestHeld(db, chip, target, metric, changed);
    if (found?.check) checks.push(found.check);
    const before = ownEntry(held, metric);
    if (isSame(before, found?.value)) continue;
    isChanged = true;
    if (found) held[metric] = found.value;
    else delete held[metric];
  }
  return { held: isChanged ? held : undefined, checks };
}

const isSame = (one: HeldValue | undefined, other: HeldValue | undefined): boolean =>
  one?.taskId === other?.taskId && one?.sampleId === other?.sampleId && one?.at === other?.at;

interface FoundHeld {
  value: HeldValue;
  /** Absent if the change itself or the target ensures it. */
  check?: { key: Key; condition: Condition };
}

async function newestHeld(
  db: Database,
  chip: Stored<ChipRecord>,
  target: TargetRecord,
  metric: string,
  changed: ChangedMeasurement,
): Promise<FoundHeld | undefined> {
  const current = ownEntry(target.data, metric)?.calibratedAt ?? ownEntry(target.faulty, metric);
  const since = credibleAt(current, changed.now) ?? '';
  const stood = ownEntry(target.held ?? {}, metric);
  // The index may not have the newest yet, of which the target knows.
  const known = [ownEntry(changed.waiting, metric), stood && isOf(stood, changed) ? undefined : stood]
    .filter((value) => value !== undefined && value.at > since)
    .map((value) => ({ value: value as HeldValue }));
  const newest = known.toSorted((a, b) => (a.value.at < b.value.at ? 1 : -1))[0];
  const found = await newestInHistory(db, chip, target, metric, { changed, since: newest?.value.at ?? since });
  return found ?? newest;
}

const isOf = (one: { taskId?: string | undefined; sampleId?: string | undefined }, changed: ChangedMeasurement) =>
  one.taskId === undefined ? one.sampleId === changed.sampleId : one.taskId === changed.taskId;

const pageSize = 8;

/** The newest held value of a metric after an instant: the index (gsi3) says which there are, and the table whether they wait. */
async function newestInHistory(
  db: Database,
  chip: Stored<ChipRecord>,
  { kind, id }: TargetRecord,
  metric: string,
  { changed, since }: { changed: ChangedMeasurement; since: string },
): Promise<FoundHeld | undefined> {
  const { projectId, chipId } = chip;
  const series = await listSeries(db, projectId, chipId, metric);
  const bounds = since === '' ? {} : { from: since };
  const ref = { projectId, chipId, metric, target: { kind, id } };
  for await (const sample of walkHistory(db, ref, series, bounds, pageSize)) {
    if (sample.at <= since) return undefined;
    if (sample.gate?.state !== 'held' || sample.excluded || isOf(sample, changed)) continue;
    const found = await (sample.taskId === undefined ? sampleAsItIs(db, sample) : ofResult(db, chip, sample, metric));
    if (found) return found;
  }
  return undefined;
}

async function ofResult(
  db: Database,
  chip: Stored<ChipRecord>,
  { taskId = '' }: SampleRecord,
  metric: string,
): Promise<FoundHeld | undefined> {
  const result = await getTaskResult(db, chip.projectId, taskId);
  const value = result && isCounted(result, chip) ? waitingValue(result, metric) : undefined;
  return result && value
    ? { value, check: { key: taskKeys.result(chip.projectId, taskId), condition: ifRevision(result.rev) } }
    : undefined;
}

async function sampleAsItIs(
  db: Database,
  { projectId, chipId, ...name }: SampleRecord,
): Promise<FoundHeld | undefined> {
  const key = sampleKeys.sample(projectId, chipId, name);
  const item = await getItem(db, key);
  const sample = item && sampleEntity.decode(item);
  const value = sample && ownEntry(waitingOfSample(sample), sample.metric);
  return sample && value && { value, check: { key, condition: ifRevision(sample.rev) } };
}
