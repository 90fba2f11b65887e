import type { ProjectContext } from '../../../kernel/context.ts';
import { nowOf } from '../../../kernel/context.ts';
import { conflict, notInProject } from '../../../kernel/errors.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { etagMismatch } from '../../../kernel/store/dynamodb/conflict.ts';
import { applyOnce } from '../../../kernel/verbs/apply-once.ts';
import { readoutOfTopology } from '../../rules/topology/muxes.ts';
import type { ChipRecord } from '../../store/chips.ts';
import { asksForReadout, chooseReadout, type WantedReadout } from '../choose-readout.ts';
import { claimJob, dropJob, relayoutJobId } from '../jobs/jobs.ts';
import { isInUse, runRelayout } from '../jobs/relayout.ts';
import { readChip } from '../read-chip.ts';
import { readLayout } from '../read-layout.ts';
import { chooseTopology } from '../topologies.ts';
import { runJob } from './run-job.ts';
import { type ChipFields, writeChip } from './write-chip.ts';

/** Changes to a chip; undefined or null leaves a field. */
export interface ChipChanges extends Omit<ChipFields, 'readout'>, WantedReadout {
  size?: number | undefined;
  topologyId?: string | null | undefined;
}

/**
 * Changes a chip. Another topology adds the qubits and couplings that the chip lacks; another size exchanges them,
 * which only an empty chip allows (rule CHIP-4).
 * @throws ServiceError `not-found`; `invalid` for an unfitting topology; `conflict` when `ifMatch` no longer fits, when
 * the chip was changed meanwhile, or when its size may not change.
 */
export function updateChip(
  ctx: ProjectContext,
  chipId: string,
  changes: ChipChanges,
  ifMatch?: string,
): Promise<Stored<ChipRecord>> {
  return applyOnce(
    ctx,
    () => change(ctx, chipId, changes, ifMatch),
    () => readChip(ctx, chipId),
  );
}

async function change(
  ctx: ProjectContext,
  chipId: string,
  changes: ChipChanges,
  ifMatch: string | undefined,
): Promise<Stored<ChipRecord>> {
  const chip = await readChip(ctx, chipId);
  if (ifMatch !== undefined && ifMatch !== '*' && !ifMatch.includes(etagOf(chip)))
    throw etagMismatch(`Chip '${chipId}'`, etagOf(chip), ifMatch);
  const resized = changes.size !== undefined && changes.size !== chip.size;
  const relaid = changes.topologyId != null && changes.topologyId !== chip.topologyId;
  const known = asksForReadout(changes) && !resized ? (await readLayout(ctx, chip)).qids : [];
  if (!resized && !relaid) return writeChip(ctx, chip, { ...changes, readout: chooseReadout(known, changes) });
  const topology = await chooseTopology(ctx, {
    size: changes.size ?? chip.size,
    topologyId: changes.topologyId,
  });
  const { username } = ctx.actor.user;
  const { projectId } = ctx;
  // A chip keeps its readout lines where neither the request nor the topology states others (rule CHIP-7).
  const stated = resized || topology.readoutLines ? readoutOfTopology(topology) : undefined;
  const readout = chooseReadout([...new Set([...known, ...Object.keys(topology.qubits)])], changes) ?? stated;
  // Holding the chip's job keeps imports and deletions away while the targets change.
  const create = { size: topology.numQubits, topologyId: topology.topologyId, readout };
  const request = { projectId, chipId, jobId: relayoutJobId, kind: 'create' as const, username, create };
  const job = await claimJob(ctx, request, runJob);
  if (resized && (await isInUse(ctx, chip))) {
    await dropJob(ctx, job);
    throw conflict(`Chip '${chipId}' has data; its size cannot change`, 'not_empty');
  }
  const changed = await runRelayout(ctx, job, (existing) => merged(ctx, existing, changes));
  if (!changed) throw notInProject('Chip', chipId, projectId);
  // Its note is an edit of its own: note and event are written together, whatever became of the layout.
  return changes.note == null ? changed : writeChip(ctx, changed, { note: changes.note });
}

/** The entity tag of a chip's own fields. */
export const etagOf = (chip: { rev: number }): string => `"${chip.rev}"`;

function merged(ctx: ProjectContext, chip: Stored<ChipRecord>, changes: ChipFields): ChipRecord {
  const { rev: _rev, ...record } = chip;
  return {
    ...record,
    activityStatus: changes.activityStatus ?? chip.activityStatus,
    installedAt: changes.installedAt ?? chip.installedAt,
    technology: changes.technology ?? chip.technology,
    updatedAt: nowOf(ctx),
  };
}
