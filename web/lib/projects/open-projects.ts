import type { Project } from '../api/wire.ts';

/** Those that are not deleted. */
export const openProjects = (projects: readonly Project[]): Project[] =>
  projects.filter(({ deleted_at }) => deleted_at === null);
