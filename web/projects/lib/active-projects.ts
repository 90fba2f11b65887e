import type { Project } from '../../ui/lib/api/wire.ts';

/** Projects that are not deleted. */
export const activeProjects = (projects: readonly Project[]): Project[] =>
  projects.filter(({ deleted_at }) => deleted_at === null);
