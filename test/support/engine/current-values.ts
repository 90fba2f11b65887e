import { type TargetRecord, targetEntity } from '#shared/chips/store/chips.ts';
import type { Stored } from '#shared/kernel/store/dynamodb/codec.ts';
import { batchWriteItems, type Database } from '#shared/kernel/store/dynamodb/database.ts';

/** Gives each target a current value of the metrics of its kind, as a measurement would. */
export async function writeCurrent(
  db: Database,
  targets: readonly Stored<TargetRecord>[],
  metrics: readonly { metric: string; kind: TargetRecord['kind']; unit: string }[],
  calibratedAt: string,
): Promise<void> {
  const value = { value: 1, calibratedAt, source: 'import' as const };
  const dataOf = (kind: TargetRecord['kind']) =>
    Object.fromEntries(
      metrics.filter((one) => one.kind === kind).map(({ metric, unit }) => [metric, { ...value, unit }]),
    );
  const writes = targets.map(({ rev, ...target }) => ({
    put: targetEntity.encode({ ...target, data: dataOf(target.kind) }, rev + 1),
  }));
  await batchWriteItems(db, writes);
}
