import { isDeepStrictEqual } from 'node:util';
import { targetName } from '../../../chips/rules/target-kinds.ts';
import type { ChipRecord } from '../../../chips/store/chips.ts';
import type { Context } from '../../../kernel/context.ts';
import type { Deadline } from '../../../kernel/deadline.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { chunk, ifAbsent, ifRevision } from '../../../kernel/store/dynamodb/database.ts';
import type { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { noDecisions } from '../../../statistics/rules/drift/decisions.ts';
import { getDriftDecisions } from '../../store/drift.ts';
import { listLevels, type TargetLevelsRecord, targetLevelsEntity } from '../../store/target-levels.ts';
import { readMeasuredSpans } from '../range-roll-ups.ts';
import { deriveDays, type MetricHorizons, type MetricLevels } from './metric-levels.ts';
import { countFollowed, driftOf, writeDrift } from './write-drift.ts';
import { writeHorizons } from './write-horizons.ts';
import { packMetric, writeRecentDays } from './write-recent-days.ts';

/** Records that are written together. */
const recordsAtOnce = 48;

/** The guard of the levels: every transaction begins with it, and names it when it fails. */
interface Writing {
  deadline: Deadline;
  guard: () => Transaction;
  onConflict: () => Error;
}

/**
 * Writes the levels of metrics with their targets, derived from the samples (rule STAT-31), their newest days and their
 * drift (rule STAT-22): former levels are removed, under every cool-down. Metrics one after the other, so that only the
 * levels of one are held at once. Then the horizons of them all (rule STAT-26).
 * @throws StaleReadError if another process has taken the mark.
 */
export async function writeLevels(
  ctx: Context,
  chip: Stored<ChipRecord>,
  metrics: readonly string[],
  { deadline, guard, onConflict }: Writing,
): Promise<void> {
  const { projectId, chipId } = chip;
  const [spans, existing, decisions = noDecisions] = await Promise.all([
    readMeasuredSpans(ctx.db, projectId, chipId),
    listLevels(ctx.db, projectId, chipId),
    getDriftDecisions(ctx.db, projectId, chipId),
  ]);
  const sharedBy = countFollowed(spans.series.map(({ metric }) => metric));
  const levels = new Map<string, MetricLevels>();
  const horizons = new Map<string, MetricHorizons>();
  for (const metric of metrics) {
    const derived = await deriveDays(ctx, chip, spans, metric, deadline);
    levels.set(metric, derived.levels);
    horizons.set(metric, derived.horizons);
    await writeRecentDays(ctx.db, chip, metric, packMetric(metric, derived.recent), { deadline, guard, onConflict });
    const drift = driftOf(metric, { decisions, metrics: sharedBy, series: derived.tail });
    await writeDrift(ctx.db, chip, metric, { ...drift, sharedBy }, { guard, onConflict });
  }
  await writeHorizons(ctx.db, chip, horizons, { guard, onConflict });
  const before = new Map(existing.map((record) => [targetName(record.target), record]));
  const targets = new Map(existing.map(({ target }) => [targetName(target), target]));
  for (const one of levels.values()) for (const [name, { target }] of one) targets.set(name, target);
  const changed = [...targets].flatMap(([name, target]) => {
    const stood = before.get(name);
    const next = withLevels(stood?.levels ?? {}, name, levels, chip.currentCooldownId ?? '');
    return isDeepStrictEqual(next, stood?.levels ?? {})
      ? []
      : [{ stood, record: { projectId, chipId, target, levels: next } }];
  });
  for (const part of chunk(changed, recordsAtOnce)) {
    deadline();
    const transaction = guard();
    for (const { stood, record } of part)
      transaction.put(
        targetLevelsEntity.encode(record, (stood?.rev ?? 0) + 1),
        stood ? ifRevision(stood.rev) : ifAbsent,
        onConflict,
      );
    await transaction.commit();
  }
}

/** In the order of their names, so that equal levels are equal bytes. */
function withLevels(
  stood: TargetLevelsRecord['levels'],
  name: string,
  made: ReadonlyMap<string, MetricLevels>,
  cooldownId: string,
): TargetLevelsRecord['levels'] {
  const next: TargetLevelsRecord['levels'] = {};
  for (const cooldown of [...new Set([...Object.keys(stood), cooldownId])].sort()) {
    const kept = Object.entries(stood[cooldown] ?? {}).filter(([metric]) => !made.has(metric));
    const own = cooldown === cooldownId ? [...made] : [];
    const found = own.flatMap(([metric, levels]) => {
      const level = levels.get(name)?.level;
      return level ? [[metric, level] as const] : [];
    });
    const all = [...kept, ...found].sort(([one], [other]) => (one < other ? -1 : 1));
    if (all.length > 0) next[cooldown] = Object.fromEntries(all);
  }
  return next;
}
