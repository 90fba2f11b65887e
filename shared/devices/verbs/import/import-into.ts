import { ifDayFence } from '../../../chips/store/chip-conditions.ts';
import { type ChipRecord, chipEntity, getChip, type TargetRecord, targetEntity } from '../../../chips/store/chips.ts';
import { busy, type HeldJob, whileHeld } from '../../../chips/verbs/jobs/jobs.ts';
import type { Context } from '../../../kernel/context.ts';
import { nowOf } from '../../../kernel/context.ts';
import { firstRevision, type Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { allOf, batchGetItems, chunk, ifAbsent, ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import { type Guard, type GuardedWrite, writeGuarded } from '../../../kernel/store/dynamodb/guarded-writer.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { chipKeys } from '../../../kernel/store/keys.ts';
import { newestCredible } from '../../../values/rules/clock-ahead.ts';
import { openDaysOf } from '../../../values/store/open-spans.ts';
import { isCountedSample, type SampleRecord, sampleEntity } from '../../../values/store/samples.ts';
import { beforeChange } from '../../../values/verbs/days/chip-state.ts';
import { closeTargetDays } from '../../../values/verbs/days/target-days.ts';
import { acceptAgreeing } from '../../../values/verbs/gate/accept-confirmed.ts';
import { seriesPuts } from '../../../values/verbs/parameters/series.ts';
import type { ImportPlan } from '../../rules/import/plan.ts';
import { bringsRealValues } from '../../rules/import/simulated.ts';
import { valuesOf } from '../../rules/import/values-of.ts';
import { doneRecord, type ImportCounts, judgedIn, rejectedIn, valuesIn } from './import-record.ts';
import { type ImportOrigin, mergeTarget } from './merge.ts';
import { mergesInto, type PlannedMerge } from './merges-into.ts';

/** Imports into a chip that is there: samples, then each target over what was read, then the chip and the record. */
export async function importInto(
  ctx: Context,
  job: HeldJob,
  plan: ImportPlan,
  chip: Stored<ChipRecord>,
): Promise<ImportCounts> {
  const now = nowOf(ctx);
  const origin = { username: job.username, at: now, cooldownId: job.cooldownId };
  const { merges, samples, couplings, elements } = await mergesInto(ctx, chip, plan, origin, job);
  const guard = whileHeld(ctx, job);
  await openDaysOf(ctx.db, chip, samples, guard);
  await writeGuarded(ctx.db, guard, putsOf(samples));
  await writeGuarded(
    ctx.db,
    guard,
    seriesPuts(samples).map((put) => ({ put })),
  );
  await openDaysOf(ctx.db, chip, samples, guard, { again: true });
  await writeTargets(ctx, guard, merges, { origin, datedBy: plan.datedBy });
  await acceptConfirmedBefore(ctx, job, merges);
  await finishInto(ctx, { job, guard }, plan, {
    ...{ couplings, elements },
    newestAt: newestCounted(plan, merges, samples),
  });
  const judged = judgedIn(
    merges.flatMap(({ judge }) => judge ?? []),
    samples,
  );
  const values = valuesIn(samples);
  return { created: false, values, unchanged: valuesOf(plan) - values - rejectedIn(samples), judged };
}

/** Encoded as they are written: of tens of thousands that takes seconds. */
export function* putsOf(samples: readonly SampleRecord[]): Generator<GuardedWrite> {
  for (const sample of samples) yield { put: sampleEntity.encode(sample, 1) };
}

/**
 * Accepts values that were held before the import and that one of its values confirms (rule GATE-3); decisions that
 * were made meanwhile stay.
 */
async function acceptConfirmedBefore(ctx: Context, job: HeldJob, merges: readonly PlannedMerge[]): Promise<void> {
  const { projectId, chipId, username } = job;
  for (const { judge, before } of merges)
    for (const { sample, mark } of judge?.judged() ?? [])
      if (mark.confirms && before)
        await acceptAgreeing(ctx, projectId, {
          name: { chipId, metric: sample.metric, target: { kind: before.kind, id: before.id }, ...mark.confirms },
          decision: { state: 'accepted', by: username, reason: 'The next measurement agrees' },
        });
}

/** When the newest of what counts was measured. */
function newestCounted(
  plan: ImportPlan,
  merges: readonly PlannedMerge[],
  samples: readonly SampleRecord[],
): string | null {
  if (merges.every(({ judge }) => judge === undefined)) return plan.newestAt;
  const counted = samples.filter(isCountedSample).map(({ at }) => at);
  return counted.reduce<string | null>((newest, at) => (newest !== null && newest > at ? newest : at), null);
}

/** Targets that are written together: each may have tens of kilobytes of values and notes, and a transaction 4 MB. */
const targetsAtOnce = 40;

/** Who imports, and what the times of the plan are those of. */
interface MergeRule {
  origin: ImportOrigin;
  datedBy: ImportPlan['datedBy'];
}

async function writeTargets(
  ctx: Context,
  guard: Guard,
  merges: readonly PlannedMerge[],
  how: MergeRule,
): Promise<void> {
  for (const part of chunk(merges, targetsAtOnce)) await writePart(ctx, guard, part, how);
}

/** Writes targets over what was read; where one was written meanwhile, all of them are merged again. */
async function writePart(
  ctx: Context,
  guard: Guard,
  merges: readonly PlannedMerge[],
  { origin, datedBy }: MergeRule,
): Promise<void> {
  let planned = merges.flatMap(({ before, imported, target, judge }) =>
    target ? [{ before, imported, target, judge }] : [],
  );
  const [first] = planned;
  if (!first) return;
  const { projectId, chipId } = first.target;
  let read = true;
  await retryOnConflict(orRefuse(`Chip '${chipId}'`), async () => {
    if (!read) {
      const items = await batchGetItems(
        ctx.db,
        planned.map(({ target }) => chipKeys.target(projectId, chipId, target)),
      );
      planned = planned.flatMap(({ imported, judge }, n) => {
        const item = items[n];
        if (!item) throw busy(chipId);
        const before = targetEntity.decode(item);
        const { target } = mergeTarget(before, imported, origin, datedBy, judge);
        return target ? [{ before, imported, target, judge }] : [];
      });
    }
    read = false;
    await closeTargetDays(
      ctx,
      { projectId, chipId },
      planned.map(({ before, target }) => before ?? { ...target, rev: 0 }),
      origin.at,
    );
    await writeGuarded(
      ctx.db,
      guard,
      planned.map(({ before, target }) => {
        const { rev: _rev, ...record } = target as Stored<TargetRecord>;
        const rev = before ? before.rev + 1 : firstRevision(record.createdAt);
        return {
          put: targetEntity.encode(record, rev),
          condition: before ? ifRevision(before.rev) : ifAbsent,
        };
      }),
    );
  });
}

/** The chip's own fields and the record that the import is done; other edits of the chip are merged with. */
async function finishInto(
  ctx: Context,
  { job, guard }: { job: HeldJob; guard: Guard },
  plan: ImportPlan,
  { couplings: couplingCount, elements, newestAt }: { couplings: number; elements: number; newestAt: string | null },
): Promise<void> {
  const { projectId, chipId } = job;
  await retryOnConflict(orRefuse(`Chip '${chipId}'`), async () => {
    const now = nowOf(ctx);
    const chip = await getChip(ctx.db, projectId, chipId);
    if (!chip) throw busy(chipId, 'delete');
    const { rev, ...record } = chip;
    const kept = record.couplingCount === couplingCount ? {} : await beforeChange(ctx, chip, now);
    const changed = {
      ...record,
      ...kept,
      couplingCount,
      ...(elements > 0 ? { elementCount: elements } : {}),
      lastCalibratedAt: newestCredible([record.lastCalibratedAt, newestAt], now),
      ...(bringsRealValues(plan) ? { hasRealValues: true as const } : {}),
    };
    const transaction = new Transaction(ctx.db);
    guard(transaction);
    await transaction
      .put(chipEntity.encode(changed, rev + 1), allOf(ifRevision(rev), ifDayFence(chip)), staleRead)
      .put(doneRecord(job, plan, now))
      .commit();
  });
}
