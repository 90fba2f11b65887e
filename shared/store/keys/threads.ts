import type { Place } from '../../domain/threads/subject.ts';
import { encodePart, encodeTarget, type Key, project } from './parts.ts';

/** A number as it sorts; a project never has that many threads, nor a thread that many replies. */
const digits = (number: number, width: number): string => String(number).padStart(width, '0');

function encodePlace(place: Place): string {
  switch (place.kind) {
    case 'chip':
      return `CHIP#${encodePart(place.chipId)}`;
    case 'target':
      return `T#${encodePart(place.chipId)}#${encodeTarget(place.target)}`;
    case 'task':
      return `TR#${encodePart(place.taskId)}`;
    case 'execution':
      return `X#${encodePart(place.executionId)}`;
    case 'cooldown':
      return `COOL#${encodePart(place.cooldownId)}`;
  }
}

/**
 * Keys of threads. What a thread says lies in a partition of its own, with its replies; the rows by which threads are
 * listed lie in the project's, so that a list is as of its read.
 */
export const threadKeys = {
  thread: (projectId: string, threadId: string): Key => ({
    pk: threadKeys.all(projectId, threadId).pk,
    sk: 'THREAD',
  }),
  /** A thread with its replies and their earlier texts. */
  all: (projectId: string, threadId: string) => ({
    pk: `${project(projectId)}#THREAD#${encodePart(threadId)}`,
    prefix: '',
  }),
  reply: (projectId: string, threadId: string, reply: number): Key => ({
    pk: threadKeys.all(projectId, threadId).pk,
    sk: `R#${digits(reply, 6)}`,
  }),
  replies: (projectId: string, threadId: string) => ({ pk: threadKeys.all(projectId, threadId).pk, prefix: 'R#' }),
  /** An earlier text of a reply, or of the thread itself: reply 0. */
  revision: (projectId: string, threadId: string, reply: number, revision: number): Key => {
    const { pk, prefix } = threadKeys.revisions(projectId, threadId, reply);
    return { pk, sk: `${prefix}${digits(revision, 6)}` };
  },
  revisions: (projectId: string, threadId: string, reply: number) => ({
    pk: threadKeys.all(projectId, threadId).pk,
    prefix: `H#${digits(reply, 6)}#`,
  }),
  /** The row of a thread in the list of its project, or at a place. */
  row: (projectId: string, place: Place | undefined, number: number): Key => {
    const { pk, prefix } = threadKeys.rows(projectId, place);
    return { pk, sk: `${prefix}${digits(number, 8)}` };
  },
  rows: (projectId: string, place: Place | undefined) => ({
    pk: project(projectId),
    prefix: place ? `ABOUT#${encodePlace(place)}#` : 'THREAD#',
  }),
  /** How many threads a project has had. */
  count: (projectId: string): Key => ({ pk: project(projectId), sk: 'THREADCOUNT' }),
  categories: (projectId: string): Key => ({ pk: project(projectId), sk: 'THREADCATEGORIES' }),
};
