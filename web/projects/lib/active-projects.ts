import { projectAddress } from '#shared/kernel/rules/page-address.ts';
import type { Project } from '../../ui/lib/api/wire.ts';

/** Loads the page of a project that the user has just joined; it is another document (rule NAV-14). */
export const goToProject = (projectId: string): void =>
  location.assign(projectAddress(projectId, `/projects/${encodeURIComponent(projectId)}`));

/** Projects that are not deleted. */
export const activeProjects = (projects: readonly Project[]): Project[] =>
  projects.filter(({ deleted_at }) => deleted_at === null);
