import { splitCouplingId } from '../../chips/rules/coupling-id.ts';
import { targetKind } from './enumerate-plan.ts';
import type { PlannedTask } from './plan.ts';

/**
 * The first of the tasks that can be measured together: none starts from what another of them measures, or one of those
 * whose results are `unwritten`. A task without a target starts from all that was measured before it, and all that follow
 * start from it.
 */
export function independentTasks(tasks: readonly PlannedTask[], unwritten: readonly PlannedTask[] = []): PlannedTask[] {
  const pending = new Set(unwritten.map(targetName));
  const end = tasks.findIndex((task) => {
    if (startsFromOne(task, pending)) return true;
    pending.add(targetName(task));
    return false;
  });
  return tasks.slice(0, end < 0 ? tasks.length : end);
}

const targetName = ({ task, target }: PlannedTask): string => `${targetKind(task)} ${target}`;

const noTarget = 'none ';

function startsFromOne(planned: PlannedTask, pending: ReadonlySet<string>): boolean {
  const name = targetName(planned);
  if (pending.has(noTarget) || (name === noTarget && pending.size > 0)) return true;
  return pending.has(name) || qubitsOf(planned).some((qid) => pending.has(`qubit ${qid}`));
}

/** The qubits that the id of a task's coupling may name; none of another task. */
const qubitsOf = ({ task, target }: PlannedTask): string[] =>
  targetKind(task) === 'coupling' ? splitCouplingId(target).flat() : [];
