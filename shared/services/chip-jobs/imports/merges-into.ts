import type { Context } from '../../../context.ts';
import { reverseCouplingId } from '../../../domain/coupling-id.ts';
import type { ImportedTarget, ImportPlan } from '../../../domain/import/plan.ts';
import { type ChipRecord, listTargets, type TargetRecord } from '../../../store/chips/chips.ts';
import type { Stored } from '../../../store/dynamodb/codec.ts';
import { batchGetItems } from '../../../store/dynamodb/database.ts';
import { type SampleRecord, sampleEntity } from '../../../store/metrics/samples.ts';
import { newTarget } from '../../chips/targets.ts';
import { type ImportOrigin, type Merge, mergeTarget } from './merge.ts';

/** A merge with the record that it was decided over; no record for a coupling that the chip lacks. */
export interface PlannedMerge extends Merge {
  before: Stored<TargetRecord> | undefined;
  imported: ImportedTarget;
}

/** What an import into a chip would write, decided by what is there now. */
export interface MergesInto {
  merges: PlannedMerge[];
  /** Samples that are not there yet. */
  samples: SampleRecord[];
  /** Couplings of the chip afterwards. */
  couplings: number;
}

/** Merges a plan into a chip that is there, without writing anything. */
export async function mergesInto(
  ctx: Context,
  chip: ChipRecord,
  plan: ImportPlan,
  origin: ImportOrigin,
): Promise<MergesInto> {
  const existing = new Map(
    (await Promise.all([listTargets(ctx.db, chip, 'qubit'), listTargets(ctx.db, chip, 'coupling')]))
      .flat()
      .map((target) => [`${target.kind} ${target.id}`, target] as const),
  );
  const merges: PlannedMerge[] = [];
  for (const imported of plan.targets) {
    const before = existing.get(`${imported.kind} ${imported.id}`) ?? reversed(existing, imported);
    // Of a part of a chip, what is not measured says nothing of how the chip is made.
    if (!before && plan.partial && isEmpty(imported)) continue;
    const initial = before ?? newTarget({ ...chip, username: origin.username }, imported, origin.at);
    const merge = mergeTarget(initial, imported, origin, plan.datedBy);
    // A coupling that the chip lacks is written even when the documents hold no value of it.
    const target = merge.target ?? (before ? undefined : initial);
    merges.push({ ...merge, target, before, imported });
  }
  const current = merges.flatMap((merge) => merge.current);
  const historical = await notYetStored(
    ctx,
    merges.flatMap((merge) => merge.historical),
  );
  const couplings = [...existing.values()].filter((target) => target.kind === 'coupling').length;
  const added = merges.filter((merge) => !merge.before && merge.imported.kind === 'coupling').length;
  return { merges, samples: [...current, ...historical], couplings: couplings + added };
}

/** A coupling whose direction the chip records the other way round. */
function reversed(
  existing: Map<string, Stored<TargetRecord>>,
  imported: ImportedTarget,
): Stored<TargetRecord> | undefined {
  const id = imported.kind === 'coupling' ? reverseCouplingId(imported.id) : undefined;
  return id === undefined ? undefined : existing.get(`coupling ${id}`);
}

const isEmpty = ({ values, faulty }: ImportedTarget): boolean =>
  Object.keys(values).length + Object.keys(faulty).length === 0;

async function notYetStored(ctx: Context, samples: SampleRecord[]): Promise<SampleRecord[]> {
  const items = await batchGetItems(
    ctx.db,
    samples.map((sample) => sampleEntity.keys(sample)).map(({ pk, sk }) => ({ pk, sk })),
  );
  return samples.filter((_, n) => items[n] === undefined);
}
