import { createHash } from 'node:crypto';
import type { Context } from '../../context.ts';
import { nowOf } from '../../context.ts';
import { reverseCouplingId } from '../../domain/coupling-id.ts';
import type { ImportedTarget, ImportPlan } from '../../domain/import/plan.ts';
import type { Topology } from '../../domain/topology/types.ts';
import {
  type ChipJobRecord,
  type ChipRecord,
  chipEntity,
  getChip,
  importEntity,
  listTargets,
  type TargetRecord,
  targetEntity,
  topologyEntity,
} from '../../store/chips.ts';
import type { Stored } from '../../store/codec.ts';
import { batchGetItems, batchWriteItems, getItem, ifAbsent, ifRevision, writeItem } from '../../store/database.ts';
import { chipKeys, projectKeys } from '../../store/keys.ts';
import { type SampleRecord, sampleEntity } from '../../store/samples.ts';
import { Transaction } from '../../store/transaction.ts';
import { newChip } from '../chips/create-chip.ts';
import { busy, dropJob, ifHeld } from '../chips/jobs.ts';
import { newTarget } from '../chips/targets.ts';
import { seriesPuts } from '../parameters/series.ts';
import { type Merge, mergeTarget } from './merge.ts';
import { loadPlan, removePlan } from './plan-store.ts';

/** What came of an import. */
export interface ImportCounts {
  created: boolean;
  values: number;
  unchanged: number;
}

/**
 * Carries out an import job from wherever it was left: samples first (they may be written again), then the targets,
 * then, in one transaction, the chip and the record that the import is done. Nothing is seen of a new chip before that.
 */
export async function runImport(
  ctx: Context,
  job: Stored<ChipJobRecord>,
  known?: ImportPlan,
): Promise<ImportCounts | undefined> {
  const { projectId, chipId, jobId } = job;
  const plan = known ?? (await loadPlan(ctx, job));
  const done = await getItem(ctx.db, chipKeys.import(projectId, chipId, jobId));
  const chip = await getChip(ctx.db, projectId, chipId);
  const unfit = chip !== undefined && plan !== undefined && chip.size !== plan.topology.numQubits;
  if (!plan || unfit || (chip && done)) {
    await removePlan(ctx, job);
    await dropJob(ctx, job);
    return undefined;
  }
  const counts = chip ? await importInto(ctx, job, plan, chip) : await importNew(ctx, job, plan);
  await removePlan(ctx, job);
  await dropJob(ctx, job);
  return counts;
}

async function importNew(ctx: Context, job: Stored<ChipJobRecord>, plan: ImportPlan): Promise<ImportCounts> {
  const now = nowOf(ctx);
  const topology = await placeTopology(ctx, job.projectId, plan.topology);
  const { projectId, chipId, username } = job;
  const chip = newChip({ projectId, chipId, username }, topology, now);
  const merges = plan.targets.map((imported) => {
    const fresh = newTarget(chip, imported, now);
    const merge = mergeTarget(fresh, imported, { username, at: now });
    return { ...merge, target: merge.target ?? fresh };
  });
  const samples = merges.flatMap((merge) => merge.current);
  await batchWriteItems(ctx.db, [
    ...samples.map((sample) => ({ put: sampleEntity.encode(sample, 1) })),
    ...seriesPuts(samples).map((put) => ({ put })),
    ...merges.map(({ target }) => ({ put: targetEntity.encode(target, 1) })),
  ]);
  const count = (kind: TargetRecord['kind']) => plan.targets.filter((target) => target.kind === kind).length;
  const record: ChipRecord = {
    ...chip,
    qubitCount: count('qubit'),
    couplingCount: count('coupling'),
    lastCalibratedAt: plan.newestAt ?? undefined,
  };
  await new Transaction(ctx.db)
    .put(chipEntity.encode(record, 1), ifAbsent, () => busy(chipId))
    .put(doneRecord(job, plan, now))
    .check(chipKeys.job(projectId, chipId), ifHeld(job), () => busy(chipId, 'import'))
    .commit();
  return { created: true, values: valuesIn(samples), unchanged: 0 };
}

async function importInto(
  ctx: Context,
  job: Stored<ChipJobRecord>,
  plan: ImportPlan,
  chip: Stored<ChipRecord>,
): Promise<ImportCounts> {
  const now = nowOf(ctx);
  const origin = { username: job.username, at: now };
  const existing = new Map(
    (await Promise.all([listTargets(ctx.db, chip, 'qubit'), listTargets(ctx.db, chip, 'coupling')]))
      .flat()
      .map((target) => [`${target.kind} ${target.id}`, target] as const),
  );
  const merges: (Merge & { before: Stored<TargetRecord> | undefined; imported: ImportedTarget })[] = [];
  for (const imported of plan.targets) {
    const before = existing.get(`${imported.kind} ${imported.id}`) ?? reversed(existing, imported);
    const merge = mergeTarget(
      before ?? newTarget({ ...chip, username: job.username }, imported, now),
      imported,
      origin,
    );
    merges.push({ ...merge, before, imported });
  }
  const current = merges.flatMap((merge) => merge.current);
  const historical = await notYetStored(
    ctx,
    merges.flatMap((merge) => merge.historical),
  );
  const samples = [...current, ...historical];
  await batchWriteItems(ctx.db, [
    ...samples.map((sample) => ({ put: sampleEntity.encode(sample, 1) })),
    ...seriesPuts(samples).map((put) => ({ put })),
  ]);
  await writeTargets(ctx, merges, origin);
  const values = valuesOf(plan);
  await finishInto(
    ctx,
    job,
    plan,
    merges.filter((merge) => !merge.before && merge.imported.kind === 'coupling').length,
  );
  return { created: false, values: valuesIn(samples), unchanged: values - valuesIn(samples) };
}

/** Values that the documents hold, faulty marks not among them. */
const valuesOf = (plan: ImportPlan): number =>
  plan.targets.reduce((sum, { values }) => sum + Object.keys(values).length, 0);

const valuesIn = (samples: readonly SampleRecord[]): number => samples.filter(({ value }) => value !== null).length;

/** A coupling whose direction the chip records the other way round. */
function reversed(
  existing: Map<string, Stored<TargetRecord>>,
  imported: ImportedTarget,
): Stored<TargetRecord> | undefined {
  const id = imported.kind === 'coupling' ? reverseCouplingId(imported.id) : undefined;
  return id === undefined ? undefined : existing.get(`coupling ${id}`);
}

async function notYetStored(ctx: Context, samples: SampleRecord[]): Promise<SampleRecord[]> {
  const items = await batchGetItems(
    ctx.db,
    samples.map((sample) => sampleEntity.keys(sample)).map(({ pk, sk }) => ({ pk, sk })),
  );
  return samples.filter((_, n) => items[n] === undefined);
}

/** Writes what changed, 16 targets side by side; each is written over what was read, else merged again. */
async function writeTargets(
  ctx: Context,
  merges: (Merge & { before: Stored<TargetRecord> | undefined; imported: ImportedTarget })[],
  origin: { username: string; at: string },
): Promise<void> {
  const queue = merges.filter((merge) => merge.target !== undefined || merge.before === undefined);
  const worker = async () => {
    for (let merge = queue.shift(); merge; merge = queue.shift()) await writeTarget(ctx, merge, origin);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

async function writeTarget(
  ctx: Context,
  merge: Merge & { before: Stored<TargetRecord> | undefined; imported: ImportedTarget },
  origin: { username: string; at: string },
): Promise<void> {
  let { before, target } = merge;
  for (let attempt = 0; attempt < 10 && target; attempt += 1) {
    const { rev: _rev, ...record } = target as Stored<TargetRecord>;
    const written = await writeItem(ctx.db, {
      put: targetEntity.encode(record, (before?.rev ?? 0) + 1),
      condition: before ? ifRevision(before.rev) : ifAbsent,
    });
    if (written.ok) return;
    const item = await getItem(ctx.db, chipKeys.target(record.projectId, record.chipId, record));
    if (!item) throw busy(record.chipId);
    before = targetEntity.decode(item);
    target = mergeTarget(before, merge.imported, origin).target;
  }
  if (target) throw busy(target.chipId);
}

/** The chip's own fields and the record that the import is done; other edits of the chip are merged with. */
async function finishInto(
  ctx: Context,
  job: Stored<ChipJobRecord>,
  plan: ImportPlan,
  addedCouplings: number,
): Promise<void> {
  const { projectId, chipId } = job;
  const now = nowOf(ctx);
  for (let attempt = 0; ; attempt += 1) {
    const chip = await getChip(ctx.db, projectId, chipId);
    if (!chip) throw busy(chipId, 'delete');
    const { rev, ...record } = chip;
    const newest = [record.lastCalibratedAt, plan.newestAt]
      .filter((at) => at != null)
      .sort()
      .at(-1);
    try {
      await new Transaction(ctx.db)
        .put(
          chipEntity.encode(
            {
              ...record,
              couplingCount: record.couplingCount + addedCouplings,
              lastCalibratedAt: newest ?? undefined,
            },
            rev + 1,
          ),
          ifRevision(rev),
          () => new ChipMoved(),
        )
        .put(doneRecord(job, plan, now))
        .check(chipKeys.job(projectId, chipId), ifHeld(job), () => busy(chipId, 'import'))
        .commit();
      return;
    } catch (error) {
      if (!(error instanceof ChipMoved) || attempt === 10) throw error;
    }
  }
}

class ChipMoved extends Error {}

const doneRecord = (job: ChipJobRecord, plan: ImportPlan, now: string) =>
  importEntity.encode(
    {
      projectId: job.projectId,
      chipId: job.chipId,
      hash: job.jobId,
      format: plan.format,
      deviceName: plan.deviceName,
      username: job.username,
      importedAt: now,
      values: valuesOf(plan),
    },
    1,
  );

/**
 * Keeps an imported topology under its id. Another topology of the same id (the device's couplings changed between two
 * documents) gets an id of its own, because chips refer to the first.
 */
async function placeTopology(ctx: Context, projectId: string, topology: Topology): Promise<Topology> {
  const digest = createHash('sha256')
    .update(JSON.stringify([topology.qubits, topology.couplings]))
    .digest('hex');
  for (const topologyId of [topology.topologyId, `${topology.topologyId.slice(0, 55)}-${digest.slice(0, 8)}`]) {
    const placed = { ...topology, topologyId };
    const put = topologyEntity.encode({ projectId, topology: placed }, 1);
    if ((await writeItem(ctx.db, { put, condition: ifAbsent })).ok) return placed;
    const item = await getItem(ctx.db, projectKeys.topology(projectId, topologyId));
    const standing = item && topologyEntity.decode(item).topology;
    if (standing && isSameLattice(standing, topology)) return standing;
  }
  throw new Error(`Topology '${topology.topologyId}' cannot be placed`);
}

function isSameLattice(a: Topology, b: Topology): boolean {
  const positions = (topology: Topology) =>
    Object.entries(topology.qubits)
      .map(([qid, { row, col }]) => `${qid} ${row} ${col}`)
      .sort()
      .join();
  return positions(a) === positions(b) && JSON.stringify(a.couplings) === JSON.stringify(b.couplings);
}
