import { chip, decodePart, encodePart, encodeTarget, type Key, project, type TargetRef } from './parts.ts';

/** What is counted in one item: edits of two such parts never wait for each other. */
export type NoteCountPart = 'chip' | TargetRef | { taskShard: number };

const encodeCountPart = (part: Exclude<NoteCountPart, 'chip'>): string =>
  'kind' in part ? encodeTarget(part) : `TR~${part.taskShard}`;

/**
 * Keys of the notes of a chip, all in one partition so that one query reads them all. What a note is about comes first
 * and its scope last: the rules compare the notes of one thing in all its scopes.
 */
export const noteKeys = {
  /** Everything that is noted on a chip. */
  all: (projectId: string, chipId: string) => ({ pk: `${chip(projectId, chipId)}#NOTES`, prefix: '' }),
  chip: (projectId: string, chipId: string, scopeKey: string): Key => ({
    pk: noteKeys.all(projectId, chipId).pk,
    sk: `CHIP#${encodePart(scopeKey)}`,
  }),
  /** The chip's own notes, in all scopes. */
  ofChip: (projectId: string, chipId: string) => ({ pk: noteKeys.all(projectId, chipId).pk, prefix: 'CHIP#' }),
  target: (projectId: string, chipId: string, target: TargetRef, scopeKey: string): Key => ({
    pk: noteKeys.all(projectId, chipId).pk,
    sk: `${noteKeys.ofTarget(projectId, chipId, target).prefix}${encodePart(scopeKey)}`,
  }),
  /** The pinned summaries of a target, in all scopes. */
  ofTarget: (projectId: string, chipId: string, target: TargetRef) => ({
    pk: noteKeys.all(projectId, chipId).pk,
    prefix: `T#${encodeTarget(target)}#N#`,
  }),
  /** A comment has its scope outside its key: it is found by its id alone. */
  comment: (projectId: string, chipId: string, target: TargetRef, commentId: string): Key => ({
    pk: noteKeys.all(projectId, chipId).pk,
    sk: `T#${encodeTarget(target)}#CM#${encodePart(commentId)}`,
  }),
  metric: (projectId: string, chipId: string, target: TargetRef, metric: string, scopeKey: string): Key => ({
    pk: noteKeys.all(projectId, chipId).pk,
    sk: `${noteKeys.ofMetric(projectId, chipId, target, metric).prefix}${encodePart(scopeKey)}`,
  }),
  ofMetric: (projectId: string, chipId: string, target: TargetRef, metric: string) => ({
    pk: noteKeys.all(projectId, chipId).pk,
    prefix: `M#${encodeTarget(target)}#${encodePart(metric)}#`,
  }),
  task: (projectId: string, chipId: string, taskId: string): Key => ({
    pk: noteKeys.all(projectId, chipId).pk,
    sk: `TR#${encodePart(taskId)}`,
  }),
  /**
   * The notes on this target and on those after it (on all targets without one): notes with comments, and notes of
   * metrics.
   */
  onTargetsFrom: (projectId: string, chipId: string, target: TargetRef | undefined) => {
    const { pk } = noteKeys.all(projectId, chipId);
    const from = target ? `${encodeTarget(target)}#` : '';
    // The character after `#`, so that the range ends after all keys with this prefix.
    return {
      notes: { pk, from: `T#${from}`, through: 'T$' },
      metrics: { pk, from: `M#${from}`, through: 'M$' },
    };
  },
  /** The notes of task results from this one on, or all. */
  tasksFrom: (projectId: string, chipId: string, taskId: string | undefined) => ({
    pk: noteKeys.all(projectId, chipId).pk,
    from: `TR#${taskId === undefined ? '' : encodePart(taskId)}`,
    through: 'TR$',
  }),
  /** The prefixes of items on targets: such a target is in use. */
  onTargets: ['T#', 'M#'] as const,
  /** The notes and comments of a target, in all scopes; those of its metrics are not among them. */
  onTarget: (projectId: string, chipId: string, target: TargetRef) => ({
    pk: noteKeys.all(projectId, chipId).pk,
    prefix: `T#${encodeTarget(target)}#`,
  }),
  /**
   * How many notes and events a part of a chip has: one target, the chip itself, or some of its task results. Outlives
   * the chip, as its events do.
   */
  count: (projectId: string, chipId: string, part: NoteCountPart): Key => {
    const { pk, prefix } = noteKeys.counts(projectId, chipId);
    return { pk, sk: `${prefix}${part === 'chip' ? 'CHIP' : encodeCountPart(part)}` };
  },
  /** The counts of a chip. */
  counts: (projectId: string, chipId: string) => ({
    pk: project(projectId),
    prefix: `NOTECOUNT#${encodePart(chipId)}#`,
  }),
  /** The counts of all chips that a project has had. */
  countsOfAll: (projectId: string) => ({ pk: project(projectId), prefix: 'NOTECOUNT#' }),
  /** What was counted of the whole chip before its parts were counted. */
  countOfAll: (projectId: string, chipId: string): Key => ({
    pk: project(projectId),
    sk: `NOTECOUNT#${encodePart(chipId)}`,
  }),
};

/**
 * The partition keys of note events as a pattern of IAM (`*` is any text). The last sign is what no other key ends in:
 * a task called EV would end in `#EV`.
 */
export const noteEventPartitions = 'P#*#C#*#EV#';

/** Keys of the audit feed of notes. */
export const noteEventKeys = {
  event: (projectId: string, chipId: string, createdAt: string, eventId: string): Key => ({
    pk: noteEventKeys.ofChip(projectId, chipId).pk,
    sk: noteEventKeys.byTime(createdAt, eventId),
  }),
  /** The timeline of a chip. */
  ofChip: (projectId: string, chipId: string) => ({ pk: `${chip(projectId, chipId)}#EV#`, prefix: '' }),
  /** gsi1: the timeline of a target. */
  ofTarget: (projectId: string, scope: string, targetId: string): string =>
    `${project(projectId)}#EV#${encodePart(scope)}#${encodePart(targetId)}`,
  /** gsi2: all events of a project, those of deleted chips included. */
  ofProject: (projectId: string): string => `${project(projectId)}#EV`,
  byTime: (createdAt: string, eventId: string): string => `${createdAt}#${encodePart(eventId)}`,
  /** What `byTime` was made of. */
  ofByTime: (key: string): { createdAt: string; eventId: string } => {
    const [createdAt = '', eventId = ''] = key.split('#');
    return { createdAt, eventId: decodePart(eventId) };
  },
};
