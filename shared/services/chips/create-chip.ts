import type { Context, ProjectContext } from '../../context.ts';
import { nowOf } from '../../context.ts';
import type { Topology } from '../../domain/topology/types.ts';
import { conflict } from '../../errors.ts';
import {
  type ChipJobRecord,
  type ChipRecord,
  chipEntity,
  emptyNote,
  getChip,
  targetEntity,
} from '../../store/chips.ts';
import type { Stored } from '../../store/codec.ts';
import { batchWriteItems, getItem, ifAbsent } from '../../store/database.ts';
import { chipKeys } from '../../store/keys.ts';
import { Transaction } from '../../store/transaction.ts';
import { busy, claimJob, dropJob, ifHeld } from './jobs.ts';
import { runJob } from './run-job.ts';
import { newTarget, targetRefsOf } from './targets.ts';
import { chooseTopology, findTopology } from './topologies.ts';

/**
 * Creates a chip: its qubits and couplings first, the chip last (design 4, Write protocols), so that it is there whole
 * or not at all.
 * @throws Refusal `conflict` when the chip exists, `invalid` for an unknown or unfitting topology.
 */
export async function createChip(
  ctx: ProjectContext,
  input: { chipId: string; size?: number | null | undefined; topologyId?: string | null | undefined },
): Promise<ChipRecord> {
  const { projectId } = ctx;
  const { chipId } = input;
  const topology = await chooseTopology(ctx, input);
  if (await getChip(ctx.db, projectId, chipId)) throw chipExists(projectId, chipId);
  const { username } = ctx.actor.user;
  const create = { size: topology.numQubits, topologyId: topology.topologyId };
  const job = await claimJob(ctx, { projectId, chipId, jobId: 'create', kind: 'create', username, create }, runJob);
  const chip = await runCreate(ctx, job, topology);
  if (!chip) throw chipExists(projectId, chipId);
  return chip;
}

/** Carries out a create job. @returns the chip, or undefined when one was there already. */
export async function runCreate(
  ctx: Context,
  job: Stored<ChipJobRecord>,
  known?: Topology,
): Promise<ChipRecord | undefined> {
  const { projectId, chipId, username, create } = job;
  const topology = known ?? (create && (await findTopology(ctx, projectId, create.topologyId)));
  if (!topology || (await getItem(ctx.db, chipKeys.chip(projectId, chipId)))) {
    await dropJob(ctx, job);
    return undefined;
  }
  const now = nowOf(ctx);
  const chip = newChip({ projectId, chipId, username }, topology, now);
  const refs = targetRefsOf(topology);
  await batchWriteItems(
    ctx.db,
    refs.map((ref) => ({ put: targetEntity.encode(newTarget(chip, ref, now), 1) })),
  );
  await new Transaction(ctx.db)
    .put(chipEntity.encode(chip, 1), ifAbsent, () => chipExists(projectId, chipId))
    .delete(chipKeys.job(projectId, chipId), ifHeld(job), () => busy(chipId, 'create'))
    .commit();
  return chip;
}

/** A chip as it is created from a topology. */
export function newChip(
  of: { projectId: string; chipId: string; username: string },
  topology: Topology,
  now: string,
): ChipRecord {
  return {
    ...of,
    size: topology.numQubits,
    topologyId: topology.topologyId,
    qubitCount: topology.numQubits,
    couplingCount: topology.couplings.length,
    installedAt: now,
    activityStatus: 'active',
    note: emptyNote,
    createdAt: now,
    updatedAt: now,
  };
}

const chipExists = (projectId: string, chipId: string) =>
  conflict(`Chip '${chipId}' exists already in project '${projectId}'`);
