import { splitCouplingId } from '../../../chips/rules/coupling-id.ts';
import { targetName } from '../../../chips/rules/target-kinds.ts';
import { type TargetRecord, targetEntity } from '../../../chips/store/chips.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import { batchGetItems, type Database } from '../../../kernel/store/dynamodb/database.ts';
import { chipKeys, projectKeys, type TargetRef } from '../../../kernel/store/keys.ts';
import { targetOf } from '../../../results/store/task-results.ts';
import type { KnownTargets, WriterRef } from '../../../results/verbs/write/read-batch.ts';
import { requireWriter } from '../../../results/verbs/write/run-writer.ts';
import type { PlannedTask } from '../../rules/plan.ts';
import type { CurrentValues, TaskRequest } from '../../rules/task-request.ts';
import { executionEntity } from '../../store/executions.ts';

/** The start values of the tasks of a batch, if the chip has them. */
export interface StartValues {
  of(task: PlannedTask): Pick<TaskRequest, 'values' | 'qubits'>;
  /** The targets as they were read, by their names within a batch. */
  targets: KnownTargets;
}

/**
 * Reads the current values of the targets of a batch, of couplings those of both qubits too, and whether the run may still be
 * written for, in one round trip: strongly, since the tasks before may have written them a moment ago.
 * @throws RunCancelled, RunEnded, FenceLost.
 */
export async function readStartValues(
  db: Database,
  run: WriterRef & { chipId: string },
  tasks: readonly PlannedTask[],
): Promise<StartValues> {
  const { projectId, chipId, executionId } = run;
  const refs = tasks.flatMap(refsOf);
  const [execution, ...items] = await batchGetItems(db, [
    projectKeys.execution(projectId, executionId),
    ...refs.map((ref) => chipKeys.target(projectId, chipId, ref)),
  ]);
  requireWriter(execution && executionEntity.decode(execution), run);
  const targets = new Map<string, Stored<TargetRecord>>();
  for (const item of items) {
    if (!item) continue;
    const target = targetEntity.decode(item);
    targets.set(targetName(target), target);
  }
  const valuesOf = (ref: TargetRef): CurrentValues | undefined => targets.get(targetName(ref))?.data;
  const qubitOf = (qid: string) => valuesOf({ kind: 'qubit', id: qid });
  const of = (planned: PlannedTask): ReturnType<StartValues['of']> => {
    const target = refOf(planned);
    const inputs = inputsOf(planned);
    const values = { ...(target && valuesOf(target)), ...inputs('') };
    if (target?.kind !== 'coupling') return { values };
    const [pair] = splitCouplingId(target.id, { has: (qid) => qubitOf(qid) !== undefined });
    if (!pair) return { values };
    const [control, targetQubit] = pair.map((qid, n) => ({
      qid,
      values: { ...qubitOf(qid), ...inputs(n === 0 ? 'control_' : 'target_') },
    }));
    return { values, qubits: control && targetQubit && { control, target: targetQubit } };
  };
  return { of, targets };
}

/** The values that a task is given as its start, by the prefix of their names: those of a pair carry one. */
const inputsOf =
  ({ task }: PlannedTask) =>
  (prefix: '' | 'control_' | 'target_'): CurrentValues =>
    Object.fromEntries(
      Object.entries(task.inputs ?? {}).flatMap(([name, value]) =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : [],
      ),
    );

const refOf = ({ task, target }: PlannedTask): TargetRef | undefined => targetOf({ taskType: task.type, qid: target });

/** The target and, of a coupling, every qubit that its id may name. */
function refsOf(planned: PlannedTask): TargetRef[] {
  const target = refOf(planned);
  if (target?.kind !== 'coupling') return target ? [target] : [];
  return [target, ...splitCouplingId(target.id).flatMap((pair) => pair.map((id) => ({ kind: 'qubit' as const, id })))];
}
