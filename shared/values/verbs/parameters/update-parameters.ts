import { randomUUID } from 'node:crypto';
import { isElementKind, kindTitle, type TargetKind } from '../../../chips/rules/target-kinds.ts';
import { addLastCalibrated, ifChipInCooldown } from '../../../chips/store/chip-conditions.ts';
import { type ChipRecord, type TargetRecord, targetEntity, type ValueRecord } from '../../../chips/store/chips.ts';
import { findTarget, unknownChip } from '../../../chips/verbs/read-chip.ts';
import { cooldownDataEntity } from '../../../cooldowns/store/cooldowns.ts';
import type { ProjectContext } from '../../../kernel/context.ts';
import { nowOf } from '../../../kernel/context.ts';
import { invalid, unknownReference } from '../../../kernel/errors.ts';
import { RESOURCE_ID_MAX_LENGTH } from '../../../kernel/rules/ids.ts';
import { ownEntry } from '../../../kernel/rules/own-entry.ts';
import { firstRevision, type Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { getItem, ifAbsent, ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { sampleKeys } from '../../../kernel/store/keys.ts';
import { addHeads } from '../../../kernel/store/list-heads.ts';
import { addAppliedMark, applyOnceWithRetries } from '../../../kernel/verbs/apply-once.ts';
import { addUndoable } from '../../../projects/verbs/audit/entries.ts';
import type { SeriesLevel } from '../../../statistics/rules/series-level.ts';
import { describeMetric } from '../../rules/catalogue.ts';
import { credibleAt, isAhead, newestCredible } from '../../rules/clock-ahead.ts';
import type { GateMark } from '../../rules/gate-mark.ts';
import { exchangedMetric } from '../../rules/gates.ts';
import { fitNewValue } from '../../rules/manual-value.ts';
import { claimMetricUnits, type MetricUnits, metricName } from '../../store/metric-units.ts';
import { type SampleRecord, sampleEntity } from '../../store/samples.ts';
import { levelsIn, targetLevelsEntity } from '../../store/target-levels.ts';
import { closeTargetDays } from '../days/target-days.ts';
import { judgedAsProposed, judgedByHand, proposedValue } from './judge-by-hand.ts';
import { firstUnits, unitsOfEdit } from './metric-units.ts';
import { newElement } from './new-element.ts';
import { addOpenDays } from './open-days.ts';
import { seriesPuts } from './series.ts';
import type { SetValues } from './set-values.ts';

/** One value set by hand; absent fields are taken from the current value, the date from the clock. */
export interface ManualValue {
  value: number;
  error?: number | null | undefined;
  unit?: string | null | undefined;
  calibratedAt?: string | null | undefined;
  reason?: string | null | undefined;
  valueType?: string | null | undefined;
  description?: string | null | undefined;
}

/** A manual edit of one target. */
export interface ManualEdit {
  chipId: string;
  qid: string;
  /** By default a qubit, else a coupling. */
  kind?: TargetKind | undefined;
  parameters: Record<string, ManualValue>;
  reason?: string | null | undefined;
  /** False: a proposal, whose values are held until an editor accepts them (rule GATE-16). */
  persist?: boolean | undefined;
}

export interface ManualEditResult {
  activityId: string;
  /** Keys under which metrics are kept, where these are not the given ones (rule METRIC-21); absent in answers kept by earlier versions. */
  keptAs?: Record<string, string>;
  /** By the given metric: whether the value is the current one, or older than it and only history. */
  current: Record<string, boolean>;
  /**
   * By the given metric: remarks of the project's gate, and impossible values; all of them count, since they were set by
   * hand (rule GATE-6).
   */
  remarks: Record<string, GateMark>;
}

/**
 * Sets or corrects values by hand: target, history and audit entry in one transaction. The newest `calibratedAt` is
 * current; at the same instant the edit takes precedence over what it corrects. Values keep the unit of those before.
 * @throws ServiceError `invalid` for an unknown chip or target (they are named in the body), a date in the future, or a
 * unit or number that the metric cannot have; `conflict` when others keep writing the same target.
 */
export async function updateParameters(ctx: ProjectContext, edit: ManualEdit): Promise<ManualEditResult> {
  return applyOnceWithRetries(ctx, `'${edit.qid}' of chip '${edit.chipId}'`, () => tryUpdate(ctx, edit));
}

async function tryUpdate(ctx: ProjectContext, given: ManualEdit): Promise<ManualEditResult> {
  const { chip, target, isNew } = await readEdited(ctx, given);
  const keys = keptKeys(target, given);
  const parameters = Object.entries(given.parameters).map(([metric, value]) => [keys.get(metric) ?? metric, value]);
  const edit: ManualEdit = { ...given, parameters: Object.fromEntries(parameters) };
  const now = nowOf(ctx);
  const { rev, ...record } = target;
  const [levels, units] = await Promise.all([
    levelsOf(ctx, chip, target),
    unitsOfEdit(ctx, target, Object.keys(edit.parameters)),
  ]);
  const values = new Map(
    Object.entries(edit.parameters).map(([metric, manual]) => [
      metric,
      manualValue(record, metric, manual, units, now),
    ]),
  );
  const judged = { target: record, limits: { technology: chip.technology, own: ctx.limits }, levels };
  const isProposal = edit.persist === false;
  const remarks = isProposal ? judgedAsProposed(judged, values) : judgedByHand(ctx, judged, values, now);
  const { data, faulty, held, current, samples } = withEdit(ctx, { chip, record, edit, values, remarks, now });
  await claimMetricUnits(ctx.db, firstUnits(ctx.projectId, target.kind, samples, units));
  await closeTargetDays(ctx, chip, [target], now);
  const byGivenKey = <T>(byKey: Record<string, T>): Record<string, T> =>
    Object.fromEntries(
      [...keys].flatMap(([metric, key]) => (Object.hasOwn(byKey, key) ? [[metric, byKey[key] as T]] : [])),
    );
  const transaction = new Transaction(ctx.db);
  const undo = { target, edit, samples, current };
  const result: ManualEditResult = {
    activityId: addAudit(transaction, ctx, undo, now),
    keptAs: Object.fromEntries([...keys].filter(([metric, key]) => metric !== key)),
    current: byGivenKey(current),
    remarks: byGivenKey(remarks),
  };
  addAppliedMark(transaction, ctx, result);
  // Also an empty one: an older proposal appears again where newer values give way.
  const waiting = (record.held || isProposal) && { held };
  const written = { ...record, data, faulty, ...waiting, cooldownId: chip.currentCooldownId, updatedAt: now };
  putTarget(transaction, { ...written, rev }, isNew);
  for (const sample of samples) transaction.put(sampleEntity.encode(sample, 1));
  for (const put of seriesPuts(samples)) transaction.put(put);
  await addOpenDays(ctx.db, transaction, chip, samples);
  addHeads(transaction, { projectId: ctx.projectId, at: now }, [
    { index: 'gsi4', pk: sampleKeys.edits(ctx.projectId, target) },
  ]);
  addChipWrite(transaction, chip, isProposal ? undefined : newestOf(samples), now, isNew ? 1 : 0);
  addCooldownMark(transaction, chip);
  await transaction.commit();
  return result;
}

interface JudgedEdit {
  chip: ChipRecord;
  record: TargetRecord;
  edit: ManualEdit;
  /** By metric, in the unit in which it is kept. */
  values: ReadonlyMap<string, ValueRecord>;
  remarks: Readonly<Record<string, GateMark>>;
  now: string;
}

/** What an edit makes of the values of its target, with the samples of the history. A proposal changes what waits alone. */
function withEdit(ctx: ProjectContext, { chip, record, edit, values, remarks, now }: JudgedEdit) {
  const [data, faulty, held] = [{ ...record.data }, { ...record.faulty }, { ...record.held }];
  const current: Record<string, boolean> = {};
  const samples: SampleRecord[] = [];
  const isProposal = edit.persist === false;
  const marks = isProposal || (ctx.gate ?? 'off') !== 'off' ? remarks : {};
  for (const [metric, value] of values) {
    const at = value.calibratedAt;
    const counts = ownEntry(record.data, metric)?.calibratedAt ?? ownEntry(record.faulty, metric);
    const since = credibleAt(counts, now) ?? '';
    const waitsSince = ownEntry(held, metric)?.at ?? '';
    const reason = ownEntry(edit.parameters, metric)?.reason ?? edit.reason ?? undefined;
    const sample = sampleOf(ctx, record, metric, value, reason, now);
    samples.push({ ...sample, cooldownId: chip.currentCooldownId, gate: ownEntry(marks, metric) });
    current[metric] = !isProposal && at >= since;
    if (isProposal && at > since && at > waitsSince) held[metric] = proposedValue(value, sample.sampleId);
    if (!current[metric]) continue;
    data[metric] = value;
    delete faulty[metric];
    if (waitsSince < at) delete held[metric];
  }
  return { data, faulty, held, current, samples };
}

/**
 * The keys under which given metrics are kept: the exchanged id of a coupling names the other direction of its gates (rule METRIC-21).
 * @throws ServiceError `invalid` for a key that has no room for its direction.
 */
function keptKeys({ kind, id, data, faulty }: TargetRecord, { qid, parameters }: ManualEdit): Map<string, string> {
  const metrics = Object.keys(parameters);
  if (kind !== 'coupling' || id === qid) return new Map(metrics.map((metric) => [metric, metric]));
  const own = new Set([...Object.keys(data), ...Object.keys(faulty), ...metrics]);
  const keys = new Map(metrics.map((metric) => [metric, exchangedMetric(metric, own)]));
  for (const [metric, key] of keys)
    if ([...key].length > RESOURCE_ID_MAX_LENGTH)
      throw invalid(`'${metric}' of coupling '${qid}' is too long to be kept as '${key}' of coupling '${id}'`);
  return keys;
}

function putTarget(transaction: Transaction, { rev, ...target }: Stored<TargetRecord>, isNew: boolean): void {
  const next = isNew ? firstRevision(target.createdAt) : rev + 1;
  transaction.put(targetEntity.encode(target, next), isNew ? ifAbsent : ifRevision(rev), staleRead);
}

/** What an edit is of; an element that the chip does not have yet is a new one (rule CHIP-16). */
async function readEdited(
  ctx: ProjectContext,
  { chipId, qid: id, kind }: ManualEdit,
): Promise<{ chip: Stored<ChipRecord>; target: Stored<TargetRecord>; isNew: boolean }> {
  const { chip, target } = await findTarget(ctx, chipId, { ...(kind && { kind }), id });
  if (!chip) throw unknownChip(ctx.projectId, chipId);
  if (target) return { chip, target, isNew: false };
  if (kind === undefined || !isElementKind(kind)) {
    const words = kind === undefined ? 'Qubit or coupling' : kindTitle(kind);
    throw unknownReference(`${words} '${id}' not found in chip '${chipId}'`);
  }
  const element = await newElement(ctx, chip, { kind, id });
  return { chip, target: { ...element, rev: 0 }, isNew: true };
}

/** The past levels of the target's series, if the project has a gate. */
async function levelsOf(
  { db, gate = 'off' }: ProjectContext,
  { projectId, chipId, currentCooldownId }: ChipRecord,
  target: TargetRecord,
): Promise<Readonly<Record<string, SeriesLevel>>> {
  if (gate === 'off') return {};
  const item = await getItem(db, sampleKeys.levels(projectId, chipId, target));
  return levelsIn(item && targetLevelsEntity.decode(item), currentCooldownId);
}

function manualValue(
  target: TargetRecord,
  metric: string,
  manual: ManualValue,
  units: MetricUnits,
  now: string,
): ValueRecord {
  const existing = ownEntry(target.data, metric);
  const calibratedAt = manual.calibratedAt ?? now;
  if (isAhead(calibratedAt, now)) throw invalid(`calibrated_at '${calibratedAt}' of '${metric}' is in the future`);
  const given = { value: manual.value, error: manual.error ?? undefined, unit: manual.unit ?? undefined };
  const current = units.get(metricName({ kind: target.kind, metric })) ?? existing?.unit;
  const fitted = fitNewValue(describeMetric(metric, target.kind), given, current);
  if ('problem' in fitted) throw invalid(`'${metric}' of ${target.kind} '${target.id}': ${fitted.problem}`);
  return {
    ...fitted,
    valueType: manual.valueType ?? existing?.valueType,
    description: manual.description ?? existing?.description,
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

interface AuditedEdit {
  target: TargetRecord;
  edit: ManualEdit;
  samples: readonly SampleRecord[];
  current: Readonly<Record<string, boolean>>;
}

/** @returns the id of the entry. */
function addAudit(
  transaction: Transaction,
  ctx: ProjectContext,
  { target, edit, samples, current }: AuditedEdit,
  at: string,
): string {
  const { kind, id } = target;
  const undo: SetValues = {
    chipId: edit.chipId,
    target: { kind, id },
    values: samples.map(({ metric, at: measuredAt, sampleId, gate, value }) => ({
      ...{ metric, at: measuredAt, sampleId, gate: gate ?? null },
      ...(current[metric] && { counted: { at: measuredAt, value } }),
    })),
  };
  return addUndoable(
    transaction,
    ctx,
    { projectId: ctx.projectId, actor: ctx.actor.user.username },
    {
      action: 'update-parameters',
      resource: `chip:${edit.chipId}/${kind}:${id}`,
      details: {
        reason: edit.reason ?? '',
        ...(edit.persist === false && { persist: false }),
        parameters: Object.fromEntries(
          Object.entries(edit.parameters).map(([metric, { value }]) => [
            metric,
            { before: ownEntry(target.data, metric)?.value ?? null, after: value },
          ]),
        ),
      },
      undo: { ...undo },
      at,
    },
  );
}

const newestOf = (samples: readonly SampleRecord[]): string =>
  samples
    .map((sample) => sample.at)
    .sort()
    .at(-1) ?? '';

/** What is written under a cool-down is its data (rule COOL-5). */
function addCooldownMark(transaction: Transaction, { projectId, chipId, currentCooldownId }: ChipRecord): void {
  if (currentCooldownId === undefined) return;
  const mark = { projectId, chipId, cooldownId: currentCooldownId };
  transaction.put(cooldownDataEntity.encode(mark, 1));
}

/** The chip must still be there and in the same cool-down; it remembers when its newest value was measured. */
function addChipWrite(
  transaction: Transaction,
  chip: ChipRecord,
  newest: string | undefined,
  now: string,
  newElements: number,
): void {
  const last = newestCredible([chip.lastCalibratedAt, newest], now);
  addLastCalibrated(transaction, chip, ifChipInCooldown(chip), last, { newElements });
}
