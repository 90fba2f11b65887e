import { reverseCouplingId } from '../../chips/rules/coupling-id.ts';

/** What a thread can be about (rule THREAD-2). */
export const SUBJECT_TYPES = ['chip', 'qubit', 'coupling', 'metric', 'task_result', 'execution', 'cooldown'] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];

/**
 * One thing that a thread is about, with what it belongs to: a task result names its run, its chip and its target as
 * well, so that the thread is found there too.
 */
export interface Subject {
  type: SubjectType;
  chipId?: string | undefined;
  targetType?: 'qubit' | 'coupling' | undefined;
  targetId?: string | undefined;
  metricKey?: string | undefined;
  taskId?: string | undefined;
  taskName?: string | undefined;
  executionId?: string | undefined;
  cooldownId?: string | undefined;
}

/** Where threads are listed by what they are about. */
export type Place =
  | { kind: 'chip'; chipId: string }
  | { kind: 'target'; chipId: string; target: { kind: 'qubit' | 'coupling'; id: string } }
  | { kind: 'task'; taskId: string }
  | { kind: 'execution'; executionId: string }
  | { kind: 'cooldown'; cooldownId: string };

/** A coupling has one place, whichever of its qubits is named first. */
function placedId(type: 'qubit' | 'coupling', id: string): string {
  const reversed = type === 'coupling' ? reverseCouplingId(id) : undefined;
  return reversed !== undefined && reversed < id ? reversed : id;
}

/** All places that a subject is listed at, the narrowest first. */
export function placesOf({ chipId, targetType, targetId, taskId, executionId, cooldownId }: Partial<Subject>): Place[] {
  const places: Place[] = [];
  if (taskId !== undefined) places.push({ kind: 'task', taskId });
  if (chipId !== undefined && targetType !== undefined && targetId !== undefined)
    places.push({ kind: 'target', chipId, target: { kind: targetType, id: placedId(targetType, targetId) } });
  if (executionId !== undefined) places.push({ kind: 'execution', executionId });
  if (cooldownId !== undefined) places.push({ kind: 'cooldown', cooldownId });
  if (chipId !== undefined) places.push({ kind: 'chip', chipId });
  return places;
}

/** The places of several subjects, each once. */
export const placesOfAll = (subjects: readonly Subject[]): Place[] => [
  ...new Map(subjects.flatMap(placesOf).map((place) => [JSON.stringify(place), place])).values(),
];

/** Which subject a list asks for: every field that is given must be the subject's. */
export type SubjectFilter = Omit<Partial<Subject>, 'taskName'>;

const isAsked = (filter: SubjectFilter): boolean => Object.values(filter).some((value) => value !== undefined);

/** Whether one of a thread's subjects matches; a coupling matches under either order of its qubits. */
export function isAbout(subjects: readonly Subject[], filter: SubjectFilter): boolean {
  if (!isAsked(filter)) return true;
  const { targetId, ...rest } = filter;
  const fields = Object.entries(rest) as [keyof typeof rest, string | undefined][];
  return subjects.some(
    (subject) =>
      fields.every(([field, value]) => value === undefined || subject[field] === value) &&
      (targetId === undefined || isTarget(subject, targetId)),
  );
}

const isTarget = ({ targetId, targetType }: Subject, wanted: string): boolean =>
  targetId === wanted || (targetType === 'coupling' && targetId === reverseCouplingId(wanted));

/** Its name in a sentence, such as `qubit '3' of chip 'torino'`. */
export function nameOfSubject(subject: Subject): string {
  const { chipId, targetType, targetId, metricKey, taskId, executionId, cooldownId } = subject;
  const target = targetId === undefined ? '' : ` of ${targetType} '${targetId}'`;
  switch (subject.type) {
    case 'task_result':
      return `Task result '${taskId}'`;
    case 'execution':
      return `Run '${executionId}'`;
    case 'cooldown':
      return `Cool-down '${cooldownId}'`;
    case 'chip':
      return `Chip '${chipId}'`;
    case 'metric':
      return `Metric '${metricKey}'${target} of chip '${chipId}'`;
    default:
      return `${subject.type === 'qubit' ? 'Qubit' : 'Coupling'} '${targetId}' of chip '${chipId}'`;
  }
}
