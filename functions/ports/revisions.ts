import { runtime } from '../runtime.ts';

/**
 * A number that changes with every write of a project; undefined where other processes write as well, as on AWS (docs/decisions/0043).
 */
export const revisionOf = (projectId: string): number | undefined => runtime().ports.revisions?.revisionOf(projectId);
