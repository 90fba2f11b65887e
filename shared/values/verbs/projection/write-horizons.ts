import { isDeepStrictEqual } from 'node:util';
import { TARGET_KINDS } from '../../../chips/rules/target-kinds.ts';
import type { ChipRecord } from '../../../chips/store/chips.ts';
import { type Database, ifAbsent, ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import type { ChipHorizons } from '../../../statistics/rules/horizon.ts';
import { getHorizons, horizonsEntity } from '../../store/horizons.ts';
import type { MetricHorizons } from './metric-levels.ts';

/**
 * Writes the horizons of some metrics of a chip into its record, which keeps those of its other metrics unless they are of another
 * cool-down (rule STAT-26).
 * @param made by metric.
 * @param writing the guard with which the transaction begins, and what is thrown if it fails.
 */
export async function writeHorizons(
  db: Database,
  { projectId, chipId, currentCooldownId: cooldownId }: ChipRecord,
  made: ReadonlyMap<string, MetricHorizons>,
  { guard, onConflict }: { guard: () => Transaction; onConflict: () => Error },
): Promise<void> {
  const existing = await getHorizons(db, projectId, chipId, true);
  const kept = existing && existing.cooldownId === cooldownId ? existing.horizons : {};
  const horizons = withHorizons(kept, made);
  if (isDeepStrictEqual(horizons, existing?.horizons ?? {}) && (!existing || existing.cooldownId === cooldownId))
    return;
  const transaction = guard();
  transaction.put(
    horizonsEntity.encode({ projectId, chipId, cooldownId, horizons }, (existing?.rev ?? 0) + 1),
    existing ? ifRevision(existing.rev) : ifAbsent,
    onConflict,
  );
  await transaction.commit();
}

/** In the order of the names of metrics, so that equal horizons are equal bytes. */
function withHorizons(kept: ChipHorizons, made: ReadonlyMap<string, MetricHorizons>): ChipHorizons {
  return Object.fromEntries(
    TARGET_KINDS.flatMap((kind) => {
      const others = Object.entries(kept[kind] ?? {}).filter(([metric]) => !made.has(metric));
      const own = [...made].flatMap(([metric, { [kind]: horizon }]) => (horizon ? [[metric, horizon] as const] : []));
      const all = [...others, ...own].sort(([one], [other]) => (one < other ? -1 : 1));
      return all.length > 0 ? [[kind, Object.fromEntries(all)]] : [];
    }),
  );
}
