import type { Context } from '../../context.ts';
import { chipEntity, type TargetRecord, targetEntity } from '../../store/chips.ts';
import type { Item, Stored } from '../../store/codec.ts';
import { sampleEntity } from '../../store/samples.ts';
import { type TaskResultRecord, taskResultEntity } from '../../store/task-results.ts';
import { rebuildRollUps } from './rebuild.ts';
import { type Bucket, bucketOf, refreshRollUps } from './roll-ups.ts';
import { settleDays } from './settle-days.ts';
import { settleResults } from './settle-results.ts';
import { rebuildTargetDays, writeTargetDays } from './target-days.ts';
import { writeSamples } from './write-samples.ts';

/** What a written item means for what is derived from it: samples of a result, the roll-up of a
 * day, the daily row of a qubit or coupling, or all of a chip's. */
export type Projected = { projectId: string; chipId: string } & (
  | { kind: 'result'; result: Stored<TaskResultRecord> }
  | { kind: 'sample'; bucket: Bucket }
  | { kind: 'target'; target: Stored<TargetRecord> }
  | { kind: 'chip' }
);

/** Reads an item that was written. @throws Error for one that nothing is derived from, or of a form that is not known. */
export function changesOf(item: Item): Projected {
  switch (item.entity) {
    case sampleEntity.name: {
      const sample = sampleEntity.decode(item);
      return { kind: 'sample', projectId: sample.projectId, chipId: sample.chipId, bucket: bucketOf(sample) };
    }
    case targetEntity.name: {
      const target = targetEntity.decode(item);
      return { kind: 'target', projectId: target.projectId, chipId: target.chipId, target };
    }
    case chipEntity.name: {
      const { projectId, chipId } = chipEntity.decode(item);
      return { kind: 'chip', projectId, chipId };
    }
    default: {
      const result = taskResultEntity.decode(item);
      return { kind: 'result', projectId: result.projectId, chipId: result.chipId, result };
    }
  }
}

/**
 * Derives what follows from changes of one chip (design 4, Samples and roll-ups). They may come repeatedly, in any order
 * and side by side. The roll-ups of new samples follow when the stream tells of these.
 */
export async function project(ctx: Context, changes: readonly Projected[]): Promise<void> {
  const [first] = changes;
  if (!first) return;
  const { projectId, chipId } = first;
  const of = { projectId, chipId };
  const results = changes.flatMap((change) => (change.kind === 'result' ? [change.result] : []));
  await writeSamples(ctx, of, results);
  await settleResults(ctx, of, results);
  await settleDays(ctx, of, results);
  await refreshRollUps(
    ctx,
    of,
    changes.flatMap((change) => (change.kind === 'sample' ? [change.bucket] : [])),
  );
  await writeTargetDays(
    ctx,
    of,
    changes.flatMap((change) => (change.kind === 'target' ? [change.target] : [])),
  );
  // An import writes samples and targets before their chip.
  if (changes.some(({ kind }) => kind === 'chip')) {
    await rebuildRollUps(ctx, of);
    await rebuildTargetDays(ctx, of);
  }
}
