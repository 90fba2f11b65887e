import type { Context } from '../../../kernel/context.ts';
import { nowOf } from '../../../kernel/context.ts';
import { firstRevision, type Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { orRefuse, retryOnConflict, staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { allOf, ifAbsent, ifRevision, queryPage } from '../../../kernel/store/dynamodb/database.ts';
import { writeGuarded } from '../../../kernel/store/dynamodb/guarded-writer.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { chipKeys, noteKeys, type TargetRef } from '../../../kernel/store/keys.ts';
import { beforeChange } from '../../../values/verbs/days/chip-state.ts';
import { reverseCouplingId } from '../../rules/coupling-id.ts';
import { targetName } from '../../rules/target-kinds.ts';
import type { Topology } from '../../rules/topology/types.ts';
import { ifDayFence } from '../../store/chip-conditions.ts';
import {
  type ChipRecord,
  chipEntity,
  getChip,
  listAllTargets,
  listLatticeTargets,
  type TargetRecord,
  targetEntity,
} from '../../store/chips.ts';
import { newTarget, targetRefsOf } from '../targets.ts';
import { findTopology } from '../topologies.ts';
import { busy, dropJob, type HeldJob, ifHeld, whileHeld } from './jobs.ts';

/**
 * Gives a chip the topology of its job, from the point where an earlier run was left: targets first, then, in one
 * transaction, the chip and the end of the job. Concurrent edits of the chip are merged. Targets without a place in the
 * new size are removed, unless they have data.
 * @returns the chip as `change` made it, or undefined when chip or topology is gone.
 */
export async function runRelayout(
  ctx: Context,
  job: HeldJob,
  change: (chip: Stored<ChipRecord>) => ChipRecord = ({ rev: _rev, ...chip }) => chip,
): Promise<Stored<ChipRecord> | undefined> {
  const { projectId, chipId, create } = job;
  const chip = await getChip(ctx.db, projectId, chipId);
  const topology = create && (await findTopology(ctx, projectId, create.topologyId));
  if (!chip || !topology) {
    await dropJob(ctx, job);
    return undefined;
  }
  const counts = await retryOnConflict(orRefuse(`Chip '${chipId}'`), () => exchangeTargets(ctx, job, chip, topology));
  return writeLayout(ctx, job, chip, (before) => ({
    ...change(before),
    size: topology.numQubits,
    topologyId: topology.topologyId,
    ...(create.readout === undefined ? {} : { readout: create.readout }),
    ...counts,
  }));
}

/**
 * Writes the targets that the chip lacks and removes those that it no longer has. @returns how many there are then.
 * @throws StaleReadError if a target to be removed was written meanwhile.
 */
async function exchangeTargets(
  ctx: Context,
  job: HeldJob,
  chip: ChipRecord,
  topology: Topology,
): Promise<Pick<ChipRecord, 'qubitCount' | 'couplingCount'>> {
  const { projectId, chipId } = job;
  const existing = await listLatticeTargets(ctx.db, chip);
  const refs = targetRefsOf(topology);
  const names = new Set(refs.map(targetName));
  const present = new Set(existing.map(targetName));
  // A pair is one coupling, whichever of its qubits comes first (rule CHIP-10).
  const isIn = (known: ReadonlySet<string>, ref: TargetRef): boolean => {
    const reversed = ref.kind === 'coupling' ? reverseCouplingId(ref.id) : undefined;
    return known.has(targetName(ref)) || (reversed !== undefined && known.has(targetName({ ...ref, id: reversed })));
  };
  const added = refs.filter((ref) => !isIn(present, ref));
  const resized = chip.size !== topology.numQubits;
  const removed = resized ? existing.filter((target) => !isIn(names, target) && !hasData(target)) : [];
  const now = nowOf(ctx);
  await writeGuarded(ctx.db, whileHeld(ctx, job), [
    ...added.map((ref) => ({
      put: targetEntity.encode(newTarget(chip, ref, now), firstRevision(now)),
      condition: ifAbsent,
    })),
    ...removed.map((target) => ({
      delete: chipKeys.target(projectId, chipId, target),
      condition: ifRevision(target.rev),
    })),
  ]);
  const countOf = (kind: TargetRecord['kind']) => {
    const of = (list: readonly TargetRef[]) => list.filter((target) => target.kind === kind).length;
    return of(existing) + of(added) - of(removed);
  };
  return { qubitCount: countOf('qubit'), couplingCount: countOf('coupling') };
}

/** Whether something was measured, marked or noted on any target of a chip. */
export async function isInUse(ctx: Context, chip: ChipRecord): Promise<boolean> {
  const { pk } = noteKeys.all(chip.projectId, chip.chipId);
  const notes = await Promise.all(noteKeys.onTargets.map((prefix) => queryPage(ctx.db, { pk, prefix }, { limit: 1 })));
  return notes.some(({ items }) => items.length > 0) || (await listAllTargets(ctx.db, chip)).some(hasData);
}

async function writeLayout(
  ctx: Context,
  job: HeldJob,
  found: Stored<ChipRecord>,
  change: (chip: Stored<ChipRecord>) => ChipRecord,
): Promise<Stored<ChipRecord>> {
  const { projectId, chipId } = job;
  let known: Stored<ChipRecord> | undefined = found;
  return retryOnConflict(orRefuse(`Chip '${chipId}'`), async () => {
    const before = known ?? (await getChip(ctx.db, projectId, chipId)) ?? found;
    known = undefined;
    const after = { ...change(before), ...(await beforeChange(ctx, before, nowOf(ctx))) };
    await new Transaction(ctx.db)
      .put(chipEntity.encode(after, before.rev + 1), allOf(ifRevision(before.rev), ifDayFence(before)), staleRead)
      .delete(chipKeys.job(projectId, chipId), ifHeld(job), () => busy(chipId))
      .commit();
    return { ...after, rev: before.rev + 1 };
  });
}

const hasData = (target: TargetRecord): boolean =>
  Object.keys(target.data).length > 0 || Object.keys(target.faulty).length > 0 || target.note.updatedAt !== undefined;
