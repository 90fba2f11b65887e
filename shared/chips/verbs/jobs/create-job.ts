import type { Context } from '../../../kernel/context.ts';
import { nowOf } from '../../../kernel/context.ts';
import { conflict } from '../../../kernel/errors.ts';
import { calendarDate } from '../../../kernel/rules/calendar.ts';
import { firstRevision } from '../../../kernel/store/dynamodb/codec.ts';
import { getItem, ifAbsent } from '../../../kernel/store/dynamodb/database.ts';
import { writeGuarded } from '../../../kernel/store/dynamodb/guarded-writer.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { chipKeys } from '../../../kernel/store/keys.ts';
import type { Technology } from '../../../values/rules/technology.ts';
import { openChipDayEntity } from '../../../values/store/days/open-chip-days.ts';
import { type Readout, readoutOfTopology } from '../../rules/topology/muxes.ts';
import type { Topology } from '../../rules/topology/types.ts';
import { type ChipRecord, chipEntity, emptyNote, targetEntity } from '../../store/chips.ts';
import { newTarget, targetRefsOf } from '../targets.ts';
import { findTopology } from '../topologies.ts';
import { busy, dropJob, type HeldJob, ifHeld, whileHeld } from './jobs.ts';

/** Carries out a create job. @returns the chip, or undefined when one was there already. */
export async function runCreate(ctx: Context, job: HeldJob, known?: Topology): Promise<ChipRecord | undefined> {
  const { projectId, chipId, username, create, technology } = job;
  const topology = known ?? (create && (await findTopology(ctx, projectId, create.topologyId)));
  if (!topology || (await getItem(ctx.db, chipKeys.chip(projectId, chipId)))) {
    await dropJob(ctx, job);
    return undefined;
  }
  const now = nowOf(ctx);
  const chip = newChip({ projectId, chipId, username, technology }, topology, now, create?.readout);
  const refs = targetRefsOf(topology);
  const rev = firstRevision(now);
  await writeGuarded(
    ctx.db,
    whileHeld(ctx, job),
    refs.map((ref) => ({ put: targetEntity.encode(newTarget(chip, ref, now), rev) })),
  );
  const day = { projectId, chipId, date: calendarDate(now, ctx.config.calendarTimeZone) };
  await new Transaction(ctx.db)
    .put(chipEntity.encode(chip, rev), ifAbsent, () => chipExists(projectId, chipId))
    .put(openChipDayEntity.encode(day, 1))
    .delete(chipKeys.job(projectId, chipId), ifHeld(job), () => busy(chipId, 'create'))
    .commit();
  return chip;
}

/** A chip as it is created from a topology, with its own readout lines where they are stated. */
export function newChip(
  of: { projectId: string; chipId: string; username: string; technology?: Technology | undefined },
  topology: Topology,
  now: string,
  readout: Readout = readoutOfTopology(topology),
): ChipRecord {
  return {
    ...of,
    size: topology.numQubits,
    topologyId: topology.topologyId,
    readout,
    qubitCount: topology.numQubits,
    couplingCount: topology.couplings.length,
    installedAt: now,
    activityStatus: 'active',
    note: emptyNote,
    createdAt: now,
    updatedAt: now,
  };
}

/** 409 of a chip id that is taken. */
export const chipExists = (projectId: string, chipId: string) =>
  conflict(`Chip '${chipId}' already exists in project '${projectId}'`, 'already_exists');
