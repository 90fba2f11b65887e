import { markOf } from '../../domain/metrics/gate-mark.ts';
import { ownEntry } from '../../domain/own-entry.ts';
import type { HeldValue, TargetRecord } from '../../store/chips/chips.ts';
import type { Database } from '../../store/dynamodb/database.ts';
import type { SampleRecord } from '../../store/metrics/samples.ts';
import type { TaskResultRecord } from '../../store/task-results/task-results.ts';
import { type ExclusionChange, isCounted } from '../measured-values/counted.ts';
import { samplesOf } from './value-state.ts';

/**
 * What waits of a target when a result is excluded or included (rule GATE-5): of each metric the newest held value of a result that
 * is not excluded, unless something newer counts.
 * @param metrics those of which that may have changed
 * @param target as it is after the change
 * @returns undefined where it stays as it was.
 */
export async function heldValues(
  db: Database,
  exclusion: ExclusionChange,
  target: TargetRecord,
  metrics: readonly string[],
): Promise<Record<string, HeldValue> | undefined> {
  const held = new Map(Object.entries(target.held ?? {}));
  let isChanged = false;
  for (const metric of metrics) {
    const before = held.get(metric);
    const after = await newestHeld(db, exclusion, target, metric);
    if (nameOf(before) === nameOf(after)) continue;
    isChanged = true;
    if (after) held.set(metric, after);
    else held.delete(metric);
  }
  return isChanged ? Object.fromEntries(held) : undefined;
}

const nameOf = (held: HeldValue | undefined): string | undefined => held?.taskId ?? held?.sampleId;

async function newestHeld(
  db: Database,
  exclusion: ExclusionChange,
  target: TargetRecord,
  metric: string,
): Promise<HeldValue | undefined> {
  const { chip, changed } = exclusion;
  const since = ownEntry(target.data, metric)?.calibratedAt ?? ownEntry(target.faulty, metric) ?? '';
  const own = isCounted(changed, chip) ? heldOf(changed, metric) : undefined;
  const standing = ownEntry(target.held ?? {}, metric);
  // What waits and is of another result waits on: an index may not have it yet.
  let newest = newerOf(own, standing?.taskId === changed.taskId ? undefined : standing);
  if (!newest) newest = await heldInHistory(db, exclusion, target, metric, since);
  return newest && newest.at > since ? newest : undefined;
}

const newerOf = (a: HeldValue | undefined, b: HeldValue | undefined): HeldValue | undefined =>
  a && (!b || b.at < a.at) ? a : b;

async function heldInHistory(
  db: Database,
  exclusion: ExclusionChange,
  target: TargetRecord,
  metric: string,
  since: string,
): Promise<HeldValue | undefined> {
  const { chip, changed } = exclusion;
  for await (const { sample, result } of samplesOf(db, { chip }, target, metric)) {
    if (sample.at <= since) return undefined;
    if (sample.taskId === changed.taskId) continue;
    const held = result ? isCounted(result, chip) && heldOf(result, metric) : heldSample(sample);
    if (held) return held;
  }
  return undefined;
}

function heldOf({ gateMarks, outputParameters, endAt = '', taskId }: TaskResultRecord, metric: string) {
  const mark = markOf(gateMarks, metric);
  const output = ownEntry(outputParameters, metric);
  if (mark?.state !== 'held' || !output) return undefined;
  const { value, error, unit } = output;
  return { value, error, unit, at: endAt, because: mark.because, taskId };
}

function heldSample({ value, error, unit, at, gate, sampleId, taskId }: SampleRecord): HeldValue | undefined {
  if (gate?.state !== 'held' || value === null || taskId !== undefined) return undefined;
  return { value, error, unit, at, because: gate.because, sampleId };
}
