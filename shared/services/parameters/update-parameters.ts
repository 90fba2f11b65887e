import { randomUUID } from 'node:crypto';
import type { ProjectContext } from '../../context.ts';
import { nowOf } from '../../context.ts';
import { describeMetric } from '../../domain/metrics/catalogue.ts';
import { fitManualValue } from '../../domain/metrics/manual-value.ts';
import { ownEntry } from '../../domain/own-entry.ts';
import { conflict, invalid } from '../../errors.ts';
import { auditEntity } from '../../store/audit.ts';
import { type ChipRecord, type TargetRecord, targetEntity, type ValueRecord } from '../../store/chips.ts';
import type { Stored } from '../../store/codec.ts';
import { cooldownDataEntity } from '../../store/cooldowns.ts';
import { ifRevision } from '../../store/database.ts';
import { chipKeys } from '../../store/keys.ts';
import { type SampleRecord, sampleEntity } from '../../store/samples.ts';
import { Transaction } from '../../store/transaction.ts';
import { findTarget } from '../chips/read-chip.ts';
import { unknownChip } from '../chips/unknown-chip.ts';
import { seriesPuts } from './series.ts';

/** One value set by hand; what is absent is taken from the value that stands, the date from the clock. */
export interface ManualValue {
  value: number;
  error?: number | null | undefined;
  unit?: string | null | undefined;
  calibratedAt?: string | null | undefined;
  reason?: string | null | undefined;
  valueType?: string | null | undefined;
  description?: string | null | undefined;
}

/** A manual edit of one qubit or coupling. */
export interface ManualEdit {
  chipId: string;
  qid: string;
  parameters: Record<string, ManualValue>;
  reason?: string | null | undefined;
}

/** What came of an edit. */
export interface ManualEditResult {
  activityId: string;
  /** Per metric: whether the value is the current one, or older than it and only history. */
  current: Record<string, boolean>;
}

const attempts = 5;

/**
 * Sets or corrects values by hand: target, history and audit entry in one transaction. The newest `calibratedAt` is
 * current; at the same instant the edit stands above what it corrects. Values are kept in the unit of those before.
 * @throws Refusal `invalid` for an unknown chip or target (they are named in the body), a date in the future, or a unit
 * or number that the metric cannot have; `conflict` when others keep writing the same target.
 */
export async function updateParameters(ctx: ProjectContext, edit: ManualEdit): Promise<ManualEditResult> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryUpdate(ctx, edit);
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
      if (attempt === attempts)
        throw conflict(`'${edit.qid}' of chip '${edit.chipId}' is being written by others; try again`);
    }
  }
}

/** Somebody wrote what this edit had read. */
class Moved extends Error {}

async function tryUpdate(ctx: ProjectContext, edit: ManualEdit): Promise<ManualEditResult> {
  const { chip, target } = await findTarget(ctx, edit.chipId, { id: edit.qid });
  if (!chip) throw unknownChip(ctx.projectId, edit.chipId);
  if (!target) throw invalid(`Qubit or coupling '${edit.qid}' not found in chip '${edit.chipId}'`);
  const now = nowOf(ctx);
  const { rev, ...record } = target;
  const data = { ...record.data };
  const faulty = { ...record.faulty };
  const current: Record<string, boolean> = {};
  const samples: SampleRecord[] = [];
  for (const [metric, manual] of Object.entries(edit.parameters)) {
    const value = manualValue(record, metric, manual, now);
    const standing = ownEntry(record.data, metric)?.calibratedAt ?? ownEntry(record.faulty, metric);
    current[metric] = standing === undefined || value.calibratedAt >= standing;
    if (current[metric]) {
      data[metric] = value;
      delete faulty[metric];
    }
    const reason = manual.reason ?? edit.reason ?? undefined;
    samples.push({ ...sampleOf(ctx, target, metric, value, reason, now), cooldownId: chip.currentCooldownId });
  }
  const activityId = randomUUID();
  const transaction = new Transaction(ctx.db);
  const written = { ...record, data, faulty, cooldownId: chip.currentCooldownId, updatedAt: now };
  transaction.put(targetEntity.encode(written, rev + 1), ifRevision(rev), moved);
  for (const sample of samples) transaction.put(sampleEntity.encode(sample, 1));
  for (const put of seriesPuts(samples)) transaction.put(put);
  transaction.put(auditEntity.encode(auditOf(ctx, edit, target, activityId, now), 1));
  addChipWrite(transaction, chip, newestOf(samples));
  addCooldownMark(transaction, chip);
  await transaction.commit();
  return { activityId, current };
}

const moved = () => new Moved();

function manualValue(target: TargetRecord, metric: string, manual: ManualValue, now: string): ValueRecord {
  const standing = ownEntry(target.data, metric);
  const calibratedAt = manual.calibratedAt ?? now;
  // A minute of grace: the clocks of a lab's computers differ.
  if (Date.parse(calibratedAt) > Date.parse(now) + 60_000)
    throw invalid(`calibrated_at '${calibratedAt}' of '${metric}' is in the future`);
  const given = { value: manual.value, error: manual.error ?? undefined, unit: manual.unit ?? undefined };
  const fitted = fitManualValue(describeMetric(metric, target.kind), given, standing?.unit);
  if ('problem' in fitted) throw invalid(`'${metric}' of ${target.kind} '${target.id}': ${fitted.problem}`);
  return {
    ...fitted,
    valueType: manual.valueType ?? standing?.valueType,
    description: manual.description ?? standing?.description,
    calibratedAt,
    source: 'manual',
  };
}

function sampleOf(
  ctx: ProjectContext,
  target: TargetRecord,
  metric: string,
  value: ValueRecord,
  reason: string | undefined,
  now: string,
): SampleRecord {
  return {
    projectId: target.projectId,
    chipId: target.chipId,
    metric,
    target: { kind: target.kind, id: target.id },
    at: value.calibratedAt,
    sampleId: `m-${randomUUID()}`,
    value: value.value,
    error: value.error,
    unit: value.unit,
    source: 'manual',
    recordedAt: now,
    recordedBy: ctx.actor.user.username,
    reason,
    valueType: value.valueType,
    description: value.description,
  };
}

const auditOf = (ctx: ProjectContext, edit: ManualEdit, target: TargetRecord, id: string, at: string) => ({
  projectId: ctx.projectId,
  id,
  at,
  actor: ctx.actor.user.username,
  action: 'update-parameters',
  resource: `chip:${edit.chipId}/${target.kind}:${target.id}`,
  details: {
    reason: edit.reason ?? '',
    parameters: Object.fromEntries(
      Object.entries(edit.parameters).map(([metric, { value }]) => [
        metric,
        { before: ownEntry(target.data, metric)?.value ?? null, after: value },
      ]),
    ),
  },
});

const newestOf = (samples: readonly SampleRecord[]): string =>
  samples
    .map((sample) => sample.at)
    .sort()
    .at(-1) ?? '';

/** What is written under a cool-down is its data (specification, History denormalization). */
function addCooldownMark(transaction: Transaction, { projectId, chipId, currentCooldownId }: ChipRecord): void {
  if (currentCooldownId === undefined) return;
  const mark = { projectId, chipId, cooldownId: currentCooldownId };
  transaction.put(cooldownDataEntity.encode(mark, 1));
}

/** The chip must still be there and in the same cool-down; it remembers when its newest value was measured. */
function addChipWrite(transaction: Transaction, chip: Stored<ChipRecord>, newest: string): void {
  const key = chipKeys.chip(chip.projectId, chip.chipId);
  const standing = chip.lastCalibratedAt;
  const { currentCooldownId: loaded } = chip;
  const alive = `attribute_exists(pk) AND attribute_not_exists(deletingAt) AND ${
    loaded === undefined ? 'attribute_not_exists(currentCooldownId)' : 'currentCooldownId = :loaded'
  }`;
  const values = loaded === undefined ? {} : { ':loaded': loaded };
  if (standing !== undefined && standing >= newest) {
    transaction.check(key, { expression: alive, values }, moved);
    return;
  }
  const update = { expression: 'SET lastCalibratedAt = :newest', values: { ':newest': newest } };
  const condition =
    standing === undefined
      ? { expression: `${alive} AND attribute_not_exists(lastCalibratedAt)`, values }
      : { expression: `${alive} AND lastCalibratedAt = :standing`, values: { ...values, ':standing': standing } };
  transaction.update(key, update, condition, moved);
}
