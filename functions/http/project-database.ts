import type { Operation } from '#shared/api/define.ts';
import type { Database } from '#shared/kernel/store/dynamodb/database.ts';
import { runtime } from '../runtime.ts';

/** The table for an operation: by the project's own credentials, unless it is across projects (rule AUTH-44). */
export const databaseFor = ({ route }: Operation, projectId: string | undefined): Database =>
  projectId === undefined || route.acrossProjects ? runtime().db : runtime().projects.databaseOf(projectId);

/** The same for a project of which it is not known whether it is the caller's: no credentials are fetched for it. */
export const databaseIfKnown = ({ route }: Operation, projectId: string): Database | undefined =>
  route.acrossProjects ? runtime().db : runtime().projects.databaseIfKnown(projectId);
