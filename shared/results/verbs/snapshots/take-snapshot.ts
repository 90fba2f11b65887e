import { createHash } from 'node:crypto';
import { getChip, listTargets, type TargetRecord } from '../../../chips/store/chips.ts';
import { type Context, nowOf } from '../../../kernel/context.ts';
import type { ObjectStore } from '../../../kernel/objects/port.ts';
import { snapshotKey } from '../../../runs/rules/artifact-path.ts';
import type { SnapshotRef } from '../../../runs/store/executions.ts';
import { getRunPointer, unpackPlan } from '../../../runs/store/locks.ts';
import { findRun, type RunRef } from '../../../runs/verbs/change-run.ts';
import { packSnapshot, targetSnapshotOf } from './snapshot.ts';

/**
 * Keeps the state of a run's chip before its first task, as one object. An execution names the object that the step which
 * began it has made, so that a step that is repeated, or overtaken by another, replaces nothing that is named.
 * @param name unique to the attempt.
 * @returns what the execution is to name; undefined for a run that has one or has begun, and for a chip that
 * is gone.
 */
export async function takeSnapshot(
  ctx: Context & { objects: ObjectStore },
  ref: RunRef,
  name: string,
): Promise<SnapshotRef | undefined> {
  const { projectId, flowRunId } = ref;
  const execution = await findRun(ctx, ref);
  if (execution?.status !== 'scheduled' || execution.snapshot) return undefined;
  const [chip, pointer] = await Promise.all([
    getChip(ctx.db, projectId, execution.chipId),
    getRunPointer(ctx.db, projectId, flowRunId),
  ]);
  if (!chip) return undefined;
  const [qubits, couplings] = await Promise.all([
    listTargets(ctx.db, chip, 'qubit'),
    listTargets(ctx.db, chip, 'coupling'),
  ]);
  const { chipId, topologyId, activityStatus, currentCooldownId } = chip;
  const takenAt = nowOf(ctx);
  const packed = packSnapshot({
    chipId,
    takenAt,
    topologyId,
    activityStatus,
    cooldownId: currentCooldownId ?? null,
    planHash: pointer?.plan ? hashOf(JSON.stringify(unpackPlan(pointer.plan))) : null,
    qubits: byId(qubits),
    couplings: byId(couplings),
  });
  const key = snapshotKey({ projectId, flowRunId, name });
  await ctx.objects.put(key, packed, 'application/octet-stream');
  return { takenAt, key, cooldownId: currentCooldownId };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const byId = (targets: readonly TargetRecord[]) =>
  Object.fromEntries(targets.map((target) => [target.id, targetSnapshotOf(target)]));
