import { splitCouplingId } from '../../../domain/coupling-id.ts';
import type { PlannedTask } from '../../../domain/runs/plan.ts';
import type { CurrentValues, TaskRequest } from '../../../domain/runs/task-request.ts';
import { targetEntity } from '../../../store/chips/chips.ts';
import { batchGetItems, type Database } from '../../../store/dynamodb/database.ts';
import { chipKeys, type TargetRef } from '../../../store/keys.ts';
import { targetOf } from '../../../store/task-results/task-results.ts';

/** What a backend starts a task from, as far as the chip has it. */
type Start = Pick<TaskRequest, 'values' | 'qubits'>;

/**
 * Reads the current values of the targets of a batch, of couplings those of both qubits too, in one round trip: strongly,
 * since the tasks before may have written them a moment ago.
 */
export async function readStartValues(
  db: Database,
  { projectId, chipId }: { projectId: string; chipId: string },
  tasks: readonly PlannedTask[],
): Promise<(task: PlannedTask) => Start> {
  const refs = tasks.flatMap(refsOf);
  const items = await batchGetItems(
    db,
    refs.map((ref) => chipKeys.target(projectId, chipId, ref)),
  );
  const found = new Map<string, CurrentValues>();
  for (const item of items) {
    if (!item) continue;
    const target = targetEntity.decode(item);
    found.set(nameOf(target), target.data);
  }
  const qubitOf = (qid: string) => found.get(nameOf({ kind: 'qubit', id: qid }));
  return (planned) => {
    const target = refOf(planned);
    const inputs = inputsOf(planned);
    const values = { ...(target && found.get(nameOf(target))), ...inputs('') };
    if (target?.kind !== 'coupling') return { values };
    const [pair] = splitCouplingId(target.id, { has: (qid) => qubitOf(qid) !== undefined });
    if (!pair) return { values };
    const [control, targetQubit] = pair.map((qid, n) => ({
      qid,
      values: { ...qubitOf(qid), ...inputs(n === 0 ? 'control_' : 'target_') },
    }));
    return { values, qubits: control && targetQubit && { control, target: targetQubit } };
  };
}

/** The values that a task is told to start from, by the prefix of their names: those of a pair carry one. */
const inputsOf =
  ({ task }: PlannedTask) =>
  (prefix: '' | 'control_' | 'target_'): CurrentValues =>
    Object.fromEntries(
      Object.entries(task.inputs ?? {}).flatMap(([name, value]) =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : [],
      ),
    );

const nameOf = ({ kind, id }: TargetRef): string => `${kind} ${id}`;

const refOf = ({ task, target }: PlannedTask): TargetRef | undefined => targetOf({ taskType: task.type, qid: target });

/** The target and, of a coupling, every qubit that its id may name. */
function refsOf(planned: PlannedTask): TargetRef[] {
  const target = refOf(planned);
  if (target?.kind !== 'coupling') return target ? [target] : [];
  return [target, ...splitCouplingId(target.id).flatMap((pair) => pair.map((id) => ({ kind: 'qubit' as const, id })))];
}
