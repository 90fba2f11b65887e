import { getChip } from '../../chips/store/chips.ts';
import { findTarget } from '../../chips/verbs/read-chip.ts';
import { getCooldown } from '../../cooldowns/store/cooldowns.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import { invalid, type ServiceError, unknownReference } from '../../kernel/errors.ts';
import { getTaskResult, targetOf } from '../../results/store/task-results.ts';
import { withArchivedMonths } from '../../results/verbs/read-task-result.ts';
import { getExecution } from '../../runs/store/executions.ts';
import { keyProblem } from '../../values/rules/gate-keys.ts';
import type { MetricTarget } from '../../values/rules/types.ts';
import { nameOfSubject, type Subject } from '../rules/subject.ts';

/** The refusal of a subject that is not there: a body's is 400, a path's 404. */
export type UnknownSubject = (detail: string) => ServiceError;

/**
 * The subjects of a thread, each with what it belongs to (rule THREAD-2). Present subjects stay unchanged, even if they
 * no longer exist. @throws `unknown` for a missing one.
 */
export async function completeSubjects(
  ctx: ProjectContext,
  asked: readonly Subject[],
  {
    before = [],
    unknown = unknownReference,
  }: {
    before?: readonly Subject[] | undefined;
    unknown?: UnknownSubject | undefined;
  } = {},
): Promise<Subject[]> {
  const known = new Map(before.map((subject) => [nameOfSubject(subject), subject]));
  const completed = await Promise.all(
    asked.map(async (subject) => {
      const name = nameOfSubject(subject);
      const found = known.get(name) ?? (await completeOne(ctx, subject));
      if (found) return found;
      const missing = unknown(`${name} not found in project '${ctx.projectId}'`);
      throw subject.type === 'task_result' ? await withArchivedMonths(ctx, missing) : missing;
    }),
  );
  return [...new Map(completed.map((subject) => [nameOfSubject(subject), subject])).values()];
}

async function completeOne(ctx: ProjectContext, subject: Subject): Promise<Subject | undefined> {
  switch (subject.type) {
    case 'task_result':
      return ofTask(ctx, subject.taskId ?? '');
    case 'execution':
      return ofRun(ctx, subject.executionId ?? '');
    case 'cooldown': {
      const cooldown = await getCooldown(ctx.db, ctx.projectId, subject.cooldownId ?? '');
      return cooldown && { type: 'cooldown', cooldownId: cooldown.cooldownId };
    }
    default:
      return ofChip(ctx, subject);
  }
}

async function ofTask(ctx: ProjectContext, taskId: string): Promise<Subject | undefined> {
  const result = await getTaskResult(ctx.db, ctx.projectId, taskId);
  if (!result) return undefined;
  const { chipId, executionId, name: taskName } = result;
  const target = targetOf(result);
  return {
    type: 'task_result',
    ...{ taskId, taskName, executionId, chipId },
    ...(target ? { targetType: target.kind, targetId: target.id } : {}),
  };
}

async function ofRun(ctx: ProjectContext, executionId: string): Promise<Subject | undefined> {
  const execution = await getExecution(ctx.db, ctx.projectId, executionId);
  return execution && { type: 'execution', executionId: execution.executionId, chipId: execution.chipId };
}

async function ofChip(ctx: ProjectContext, subject: Subject): Promise<Subject | undefined> {
  const { type, chipId = '', targetType, targetId, metricKey } = subject;
  if (metricKey !== undefined) requireKey(metricKey, targetType);
  const ofMetric = metricKey === undefined ? {} : { metricKey };
  if (targetType === undefined || targetId === undefined) {
    const chip = await getChip(ctx.db, ctx.projectId, chipId);
    return chip && !chip.deletingAt ? { type, chipId, ...ofMetric } : undefined;
  }
  const { target } = await findTarget(ctx, chipId, { kind: targetType, id: targetId });
  return target && { type, chipId, targetType, targetId: target.id, ...ofMetric };
}

/** A metric of a thread is one that some target can have (rule METRIC-20). @throws ServiceError `invalid`. */
function requireKey(metricKey: string, targetType: Subject['targetType']): void {
  const kinds: readonly MetricTarget[] = targetType === undefined ? ['qubit', 'coupling'] : [targetType];
  const problems = kinds.map((kind) => keyProblem(metricKey, kind));
  if (!problems.includes(undefined)) throw invalid(`Metric '${metricKey}': ${problems[0]}`);
}
