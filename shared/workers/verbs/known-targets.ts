import { reverseCouplingId } from '../../chips/rules/coupling-id.ts';
import { type TargetRecord, targetEntity } from '../../chips/store/chips.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import { type Problem, unknownReference } from '../../kernel/errors.ts';
import { batchGetItems } from '../../kernel/store/dynamodb/database.ts';
import { chipKeys, type Key } from '../../kernel/store/keys.ts';
import { targetOf } from '../../results/store/task-results.ts';
import type { TaskType } from '../../runs/rules/plan.ts';
import { taskIdOf } from '../../runs/rules/task-id.ts';

export interface NamedTask {
  task: string;
  taskType: TaskType;
  qid: string;
  stage: number;
  attempt: number;
  /** What its id is made of in place of the target. */
  idTarget?: string | undefined;
}

/** A task with the id that its chip has for the target, and the id that the worker gave. */
export interface KnownTask {
  qid: string;
  givenQid: string;
  /** Metrics of the target, where the worker gave the exchanged id of a coupling. */
  ownMetrics: readonly string[];
}

/** Whether a worker named a coupling the other way round: its second qubit is the control. */
export const isInverse = ({ qid, givenQid }: Pick<KnownTask, 'qid' | 'givenQid'>): boolean => qid !== givenQid;

/** The id of a task of a worker's run: the two directions of a coupling are two tasks (rule TASK-15). */
export const idOf = (
  flowRunId: string,
  { task, givenQid, idTarget = givenQid, stage, attempt }: Omit<NamedTask, 'qid'> & Pick<KnownTask, 'givenQid'>,
): string => taskIdOf({ flowRunId, stage, task, target: idTarget, attempt });

/**
 * The same tasks with the ids that their chip has for the targets: a coupling is found either way round.
 * @param named each with its path in the request.
 * @throws ServiceError `invalid` that names every target which the chip does not have.
 */
export async function withKnownTargets<T extends NamedTask & { path: string }>(
  { db, projectId }: ProjectContext,
  chipId: string,
  named: readonly T[],
): Promise<(T & KnownTask)[]> {
  const idsOf = (task: NamedTask): string[] => {
    const reversed = task.taskType === 'coupling' ? reverseCouplingId(task.qid) : undefined;
    return reversed === undefined ? [task.qid] : [task.qid, reversed];
  };
  const keys = named.map((task) =>
    idsOf(task).flatMap((id): { id: string; key: Key }[] => {
      const target = targetOf({ taskType: task.taskType, qid: id });
      return target ? [{ id, key: chipKeys.target(projectId, chipId, target) }] : [];
    }),
  );
  const items = await batchGetItems(
    db,
    keys.flat().map(({ key }) => key),
  );
  const found = new Map(items.flatMap((item) => (item ? [[`${item.pk} ${item.sk}`, item] as const] : [])));
  const problems: Problem[] = [];
  const known = named.map((task, n) => {
    const candidates = keys[n] ?? [];
    const existing = candidates.find(({ key }) => found.has(`${key.pk} ${key.sk}`));
    if (candidates.length > 0 && !existing)
      problems.push({
        path: `${task.path}.qid`,
        message: `'${task.qid}' is not a ${task.taskType} of chip '${chipId}'`,
      });
    const qid = existing?.id ?? task.qid;
    const item = existing && qid !== task.qid ? found.get(`${existing.key.pk} ${existing.key.sk}`) : undefined;
    return { ...task, qid, givenQid: task.qid, ownMetrics: item ? metricsOf(targetEntity.decode(item)) : [] };
  });
  if (problems.length > 0) throw unknownReference(`Chip '${chipId}' does not have all of these targets`, problems);
  return known;
}

const metricsOf = ({ data, faulty }: TargetRecord): string[] => [...Object.keys(data), ...Object.keys(faulty)];
