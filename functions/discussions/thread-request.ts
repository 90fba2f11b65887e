import type * as z from 'zod';
import type { subjectInput } from '#shared/discussions/contract/schemas/discussions.ts';
import type { Subject } from '#shared/discussions/rules/subject.ts';
import { invalid } from '#shared/kernel/errors.ts';

/** What of a thread a body says, under the names of its record. */

interface About {
  chip_id?: string | null | undefined;
  target_type?: 'qubit' | 'coupling' | null | undefined;
  target_id?: string | null | undefined;
  cooldown_id?: string | null | undefined;
  subjects?: z.output<typeof subjectInput>[] | null | undefined;
}

/** A subject in a request; for a qubit and a coupling the type gives the kind of the target. */
function subjectOf(input: z.output<typeof subjectInput>): Subject {
  switch (input.type) {
    case 'chip':
      return { type: 'chip', chipId: input.chip_id };
    case 'metric':
      if ((input.target_type === undefined) !== (input.target_id === undefined)) throw halfATarget();
      return {
        type: 'metric',
        ...{ chipId: input.chip_id, metricKey: input.metric_key },
        ...{ targetType: input.target_type, targetId: input.target_id },
      };
    case 'task_result':
      return { type: 'task_result', taskId: input.task_id };
    case 'execution':
      return { type: 'execution', executionId: input.execution_id };
    case 'cooldown':
      return { type: 'cooldown', cooldownId: input.cooldown_id };
    default:
      return { type: input.type, chipId: input.chip_id, targetType: input.type, targetId: input.target_id };
  }
}

const halfATarget = () => invalid("A target needs both 'target_type' and 'target_id', and 'chip_id'");

/** What QDash's fields name: a target or a chip, and a cool-down. @throws ServiceError `invalid` for half a target. */
function namedSubjects({ chip_id, target_type, target_id, cooldown_id }: About): Subject[] {
  const chipId = chip_id ?? undefined;
  const targetType = target_type ?? undefined;
  const targetId = target_id ?? undefined;
  const isTarget = targetType !== undefined && targetId !== undefined && chipId !== undefined;
  if (!isTarget && (targetType !== undefined || targetId !== undefined)) throw halfATarget();
  return [
    ...(isTarget ? [{ type: targetType, chipId, targetType, targetId }] : []),
    ...(chipId !== undefined && !isTarget ? [{ type: 'chip' as const, chipId }] : []),
    ...(typeof cooldown_id === 'string' ? [{ type: 'cooldown' as const, cooldownId: cooldown_id }] : []),
  ];
}

/** Everything that a new thread is about. @throws as `namedSubjects`. */
export const subjectsOf = (body: About): Subject[] => [...(body.subjects ?? []).map(subjectOf), ...namedSubjects(body)];

/** The types of subject that QDash's fields name: setting one of them replaces these alone. */
const namedTypes: readonly Subject['type'][] = ['chip', 'qubit', 'coupling', 'cooldown'];

/**
 * The subjects of a thread after an edit: those in `subjects`, else the earlier ones with the changes in QDash's
 * fields. Undefined if the body names none. @throws as `namedSubjects`.
 */
export function subjectsAfter(body: About): ((before: readonly Subject[]) => Subject[]) | undefined {
  const named = [body.chip_id, body.target_type, body.target_id, body.cooldown_id].some((field) => field !== undefined);
  if (!body.subjects && !named) return undefined;
  const asked = subjectsOf(body);
  if (body.subjects) return () => asked;
  return (before) => [...before.filter(({ type }) => !namedTypes.includes(type)), ...asked];
}

interface Assigned {
  assignee_username?: string | null | undefined;
  assignees?: string[] | null | undefined;
}

/** The assignees in a body: undefined if it names none, empty if QDash's single field is null. */
export function assigneesOf({ assignee_username: one, assignees }: Assigned): string[] | undefined {
  if (one === undefined && !assignees) return undefined;
  return [...new Set([...(one ? [one] : []), ...(assignees ?? [])])];
}

interface ThreadFields extends About, Assigned {
  title?: string | null | undefined;
  category?: string | null | undefined;
  labels?: string[] | null | undefined;
  status?: string | null | undefined;
}

/** A reply has only a text. @throws ServiceError `invalid` that names the fields of threads in it. */
export function refuseThreadFields(body: ThreadFields): void {
  const { title, category, labels, status, chip_id, target_type, target_id, cooldown_id } = body;
  const { subjects, assignees, assignee_username } = body;
  const ofThread = { title, category, labels, status, chip_id, target_type, target_id, cooldown_id };
  const given = Object.entries({ ...ofThread, subjects, assignees, assignee_username })
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name]) => ({ path: `body.${name}`, message: 'is of a thread, not of a reply' }));
  if (given.length > 0) throw invalid(`Invalid request: ${given[0]?.path} ${given[0]?.message}`, given);
}
