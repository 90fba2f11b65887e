import { runtime } from './runtime.ts';

/** Whether all writes pass through this process, which counts them; otherwise the table has the revisions (docs/decisions/0054). */
export const countsWrites = (): boolean => runtime().ports.revisions !== undefined;

/** A number that changes with every write of a project; undefined where writes are not counted. */
export const revisionOf = (projectId: string): number | undefined => runtime().ports.revisions?.revisionOf(projectId);

/** The same for what is a user's own. */
export const revisionOfUser = (userId: string): number | undefined => runtime().ports.revisions?.revisionOfUser(userId);
