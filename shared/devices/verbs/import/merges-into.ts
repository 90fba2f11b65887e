import { reverseCouplingId } from '../../../chips/rules/coupling-id.ts';
import { isElementKind, isOfPair, targetName } from '../../../chips/rules/target-kinds.ts';
import { type ChipRecord, listAllTargets, type TargetRecord } from '../../../chips/store/chips.ts';
import { newTarget } from '../../../chips/verbs/targets.ts';
import type { Context } from '../../../kernel/context.ts';
import { mapInSlices } from '../../../kernel/in-slices.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { batchGetItems } from '../../../kernel/store/dynamodb/database.ts';
import { type SampleRecord, sampleEntity } from '../../../values/store/samples.ts';
import { levelsIn, listLevels } from '../../../values/store/target-levels.ts';
import { exchanged } from '../../rules/import/exchanged.ts';
import type { ImportedTarget, ImportPlan } from '../../rules/import/plan.ts';
import { type ImportGate, ImportJudge, sampleName } from './import-judge.ts';
import { type ImportOrigin, type Merge, mergeTarget } from './merge.ts';

/** A merge with the record that it was decided over; no record for a coupling that the chip lacks. */
export interface PlannedMerge extends Merge {
  before: Stored<TargetRecord> | undefined;
  imported: ImportedTarget;
  judge: ImportJudge | undefined;
}

/** What an import into a chip would write, decided by what is there now. */
export interface MergesInto {
  merges: PlannedMerge[];
  /** Samples that are not there yet. */
  samples: SampleRecord[];
  /** Couplings and elements of the chip afterwards. */
  couplings: number;
  elements: number;
}

/** Merges a plan into a chip that is there, without writing anything. */
export async function mergesInto(
  ctx: Context,
  chip: ChipRecord,
  plan: ImportPlan,
  origin: ImportOrigin,
  gate: ImportGate,
): Promise<MergesInto> {
  const existing = new Map((await listAllTargets(ctx.db, chip)).map((target) => [targetName(target), target] as const));
  const pairs = plan.targets.flatMap((planned) => {
    const before = existing.get(`${planned.kind} ${planned.id}`) ?? reversed(existing, planned);
    const isReversed = before !== undefined && before.id !== planned.id;
    const renamed = { ...planned, id: before?.id ?? planned.id };
    const imported = isReversed && planned.kind === 'coupling' ? exchanged(renamed) : renamed;
    // For a part of a chip, a missing measurement says nothing about the design of the chip.
    if (!before && plan.partial && isEmpty(imported)) return [];
    const initial = before ?? newTarget({ ...chip, username: origin.username }, imported, origin.at);
    return [{ before, imported, initial }];
  });
  const unjudged = await mapInSlices(pairs, ({ imported, initial }) =>
    mergeTarget(initial, imported, origin, plan.datedBy),
  );
  const judges = await judgesOf(ctx, chip, gate, pairs, unjudged, origin);
  const merges = await mapInSlices(pairs, ({ before, imported, initial }, n): PlannedMerge => {
    const judge = judges?.[n];
    const merge = judge ? mergeTarget(initial, imported, origin, plan.datedBy, judge) : unjudged[n];
    if (!merge) throw new Error('A target is merged once');
    // A coupling that the chip lacks is written even when the documents hold no value of it.
    const target = merge.target ?? (before ? undefined : initial);
    return { ...merge, target, before, imported, judge };
  });
  const current = merges.flatMap((merge) => merge.current);
  const historical = merges.flatMap((merge) => merge.historical);
  const stored = await storedSamples(ctx, historical);
  const afterwards = [...existing.values(), ...merges.flatMap(({ before, imported }) => (before ? [] : [imported]))];
  return {
    merges,
    samples: [...current, ...historical.filter((sample) => !stored.has(storedName(sample)))],
    couplings: afterwards.filter(({ kind }) => kind === 'coupling').length,
    elements: afterwards.filter(({ kind }) => isElementKind(kind)).length,
  };
}

/** Judges if the project has a gate, or had one: rejected values stay rejected. */
async function judgesOf(
  ctx: Context,
  chip: ChipRecord,
  { gate: mode = 'off', limits }: ImportGate,
  pairs: readonly { initial: TargetRecord }[],
  merges: readonly Merge[],
  origin: ImportOrigin,
): Promise<ImportJudge[] | undefined> {
  if (mode === 'off' && pairs.every(({ initial }) => initial.held === undefined)) return undefined;
  const samples = merges.flatMap(({ current, historical }) => [...current, ...historical]);
  const [stored, levels] = await Promise.all([
    storedSamples(ctx, samples),
    mode === 'off' ? [] : listLevels(ctx.db, chip.projectId, chip.chipId),
  ]);
  const byTarget = new Map(levels.map((record) => [`${record.target.kind} ${record.target.id}`, record]));
  const ofTarget = Map.groupBy(stored.values(), ({ target }) => targetName(target));
  return pairs.map(({ initial: { kind, id } }) => {
    const own = ofTarget.get(targetName({ kind, id })) ?? [];
    return new ImportJudge({
      ...{ mode, kind, origin, limits: { technology: chip.technology, own: limits } },
      levels: levelsIn(byTarget.get(targetName({ kind, id })), chip.currentCooldownId),
      stored: new Map(own.map((sample) => [sampleName(sample), sample])),
    });
  });
}

/** What the chip has under the other order of its pair. */
function reversed(
  existing: Map<string, Stored<TargetRecord>>,
  imported: ImportedTarget,
): Stored<TargetRecord> | undefined {
  const id = isOfPair(imported.kind) ? reverseCouplingId(imported.id) : undefined;
  return id === undefined ? undefined : existing.get(`${imported.kind} ${id}`);
}

const isEmpty = ({ values, faulty }: ImportedTarget): boolean =>
  Object.keys(values).length + Object.keys(faulty).length === 0;

const storedName = ({ target: { kind, id }, ...sample }: SampleRecord): string =>
  `${kind} ${id} ${sampleName({ ...sample, target: { kind, id } })}`;

/** Those of the samples that are there, by name. */
async function storedSamples(ctx: Context, samples: readonly SampleRecord[]): Promise<Map<string, SampleRecord>> {
  const keys = await mapInSlices(samples, (sample) => {
    const { pk, sk } = sampleEntity.keys(sample);
    return { pk, sk };
  });
  const items = await batchGetItems(ctx.db, keys);
  const stored = await mapInSlices(items, (item): [string, SampleRecord][] => {
    const sample = item && sampleEntity.decode(item);
    return sample ? [[storedName(sample), sample]] : [];
  });
  return new Map(stored.flat());
}
