import { addLastCalibrated, ifChipNotDeleting } from '../../../chips/store/chip-conditions.ts';
import { getChip, listAllTargets, type TargetRecord, targetEntity } from '../../../chips/store/chips.ts';
import { streamAttempts } from '../../../chips/verbs/chip-writes.ts';
import { type Context, nowOf } from '../../../kernel/context.ts';
import { type Deadline, noDeadline } from '../../../kernel/deadline.ts';
import { orRethrow, retryOnConflict } from '../../../kernel/store/dynamodb/conflict.ts';
import { getItem } from '../../../kernel/store/dynamodb/database.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { chipKeys, type TargetRef } from '../../../kernel/store/keys.ts';
import { isAhead } from '../../rules/clock-ahead.ts';
import { closeTargetDays } from '../days/target-days.ts';
import { newestValueOf } from '../exclusions/derived-state.ts';
import { addMetricStates, metricStates } from '../measured/metric-states.ts';

type ChipRef = { projectId: string; chipId: string };

/**
 * Replaces the current values of a chip that are dated in the future by the newest other measurement of their history
 * (rule TIME-8). A value without such a measurement stays. A repeat changes nothing.
 */
export async function replaceValuesAhead(ctx: Context, ref: ChipRef, deadline: Deadline = noDeadline): Promise<void> {
  const chip = await getChip(ctx.db, ref.projectId, ref.chipId);
  if (!chip) return;
  const now = nowOf(ctx);
  const targets = await listAllTargets(ctx.db, chip);
  for (const target of targets.filter((one) => metricsAhead(one, now).length > 0)) {
    deadline();
    await replaceIn(ctx, ref, target);
  }
  if (chip.lastCalibratedAt !== undefined && isAhead(chip.lastCalibratedAt, now)) await correctLastCalibrated(ctx, ref);
}

const metricsAhead = ({ data, faulty }: TargetRecord, now: string): string[] => [
  ...Object.entries(data).flatMap(([metric, { calibratedAt }]) => (isAhead(calibratedAt, now) ? [metric] : [])),
  ...Object.entries(faulty).flatMap(([metric, at]) => (isAhead(at, now) ? [metric] : [])),
];

function replaceIn(ctx: Context, ref: ChipRef, target: TargetRef): Promise<void> {
  return retryOnConflict(orRethrow(streamAttempts), async () => {
    const [chip, item] = await Promise.all([
      getChip(ctx.db, ref.projectId, ref.chipId),
      getItem(ctx.db, chipKeys.target(ref.projectId, ref.chipId, target)),
    ]);
    if (!chip || !item) return;
    const now = nowOf(ctx);
    const before = targetEntity.decode(item);
    const states = await metricStates(ctx.db, { chip, now }, before, metricsAhead(before, now));
    if (states.length === 0) return;
    await closeTargetDays(ctx, chip, [before], now);
    const transaction = new Transaction(ctx.db);
    addLastCalibrated(transaction, chip, ifChipNotDeleting, chip.lastCalibratedAt);
    addMetricStates(transaction, before, states, now);
    await transaction.commit();
  });
}

/** The chip names when its newest value was measured; where all are dated ahead, as before. */
function correctLastCalibrated(ctx: Context, ref: ChipRef): Promise<void> {
  return retryOnConflict(orRethrow(streamAttempts), async () => {
    const chip = await getChip(ctx.db, ref.projectId, ref.chipId);
    if (!chip) return;
    const newest = newestValueOf(await listAllTargets(ctx.db, chip), nowOf(ctx));
    const transaction = new Transaction(ctx.db);
    addLastCalibrated(transaction, chip, ifChipNotDeleting, newest ?? chip.lastCalibratedAt);
    await transaction.commit();
  });
}
