import type { Place } from '../../../discussions/rules/subject.ts';
import { encodePart, encodeTarget, type Key, project } from './parts.ts';

/** A number as it sorts; a project never has that many threads, nor a thread that many replies. */
const digits = (number: number, width: number): string => String(number).padStart(width, '0');

interface Range {
  pk: string;
  prefix: string;
}

const keyOf = ({ pk, prefix }: Range, rest: string): Key => ({ pk, sk: `${prefix}${rest}` });
const within = ({ pk, prefix }: Range, more: string): Range => ({ pk, prefix: `${prefix}${more}` });

const taskPlaces = 'TR#';

function encodePlace(place: Place): string {
  switch (place.kind) {
    case 'chip':
      return `CHIP#${encodePart(place.chipId)}`;
    case 'target':
      return `T#${encodePart(place.chipId)}#${encodeTarget(place.target)}`;
    case 'task':
      return `${taskPlaces}${encodePart(place.taskId)}`;
    case 'execution':
      return `X#${encodePart(place.executionId)}`;
    case 'cooldown':
      return `COOL#${encodePart(place.cooldownId)}`;
  }
}

/**
 * Keys of threads. What a project's threads say lies in one partition, by thread: ids begin with the time, so that the newest can
 * be read first, each with its replies. The rows by which threads are listed lie in the project's own partition, so that a list is
 * as of its read.
 */
export const threadKeys = {
  /** All threads and replies of a project. */
  ofProject: (projectId: string) => ({ pk: `${project(projectId)}#THREADS`, prefix: '' }),
  /** A thread with its replies and their earlier texts. */
  all: (projectId: string, threadId: string) => ({
    pk: threadKeys.ofProject(projectId).pk,
    prefix: `${encodePart(threadId)}#`,
  }),
  thread: (projectId: string, threadId: string): Key => keyOf(threadKeys.all(projectId, threadId), 'THREAD'),
  reply: (projectId: string, threadId: string, reply: number): Key =>
    keyOf(threadKeys.replies(projectId, threadId), digits(reply, 6)),
  replies: (projectId: string, threadId: string) => within(threadKeys.all(projectId, threadId), 'R#'),
  /** An earlier text of a reply, or of the thread itself: reply 0. */
  revision: (projectId: string, threadId: string, reply: number, revision: number): Key =>
    keyOf(threadKeys.revisions(projectId, threadId, reply), digits(revision, 6)),
  revisions: (projectId: string, threadId: string, reply: number) =>
    within(threadKeys.all(projectId, threadId), `H#${digits(reply, 6)}#`),
  /** The row of a thread in the list of its project, or at a place. */
  row: (projectId: string, place: Place | undefined, number: number): Key =>
    keyOf(threadKeys.rows(projectId, place), digits(number, 8)),
  rows: (projectId: string, place: Place | undefined) => ({
    pk: project(projectId),
    prefix: place ? `ABOUT#${encodePlace(place)}#` : 'THREAD#',
  }),
  /** The rows of all threads about task results. */
  rowsOfTasks: (projectId: string) => ({ pk: project(projectId), prefix: `ABOUT#${taskPlaces}` }),
  /** What was learned from an issue; it outlives that. */
  knowledge: (projectId: string, issueId: string): Key =>
    keyOf(threadKeys.allKnowledge(projectId), encodePart(issueId)),
  allKnowledge: (projectId: string) => ({ pk: project(projectId), prefix: 'KNOWLEDGE#' }),
  /** Leads from a task to what was learned of it and approved. */
  knowledgeOfTask: (projectId: string, taskName: string, issueId: string): Key =>
    keyOf(threadKeys.allKnowledgeOfTask(projectId, taskName), encodePart(issueId)),
  allKnowledgeOfTask: (projectId: string, taskName: string) => ({
    pk: project(projectId),
    prefix: `${threadKeys.allKnowledgeOfTasks(projectId).prefix}${encodePart(taskName)}#`,
  }),
  allKnowledgeOfTasks: (projectId: string) => ({ pk: project(projectId), prefix: 'KNOWLEDGEOF#' }),
  /** How many threads a project has had. */
  count: (projectId: string): Key => ({ pk: project(projectId), sk: 'THREADCOUNT' }),
  categories: (projectId: string): Key => ({ pk: project(projectId), sk: 'THREADCATEGORIES' }),
};
