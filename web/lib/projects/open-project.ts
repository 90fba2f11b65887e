import { projectAddress } from '#shared/domain/page-address.ts';

/** Leaves for the page of a project that somebody has just joined, in that project: another document (rule NAV-14). */
export const openProject = (projectId: string): void =>
  location.assign(projectAddress(projectId, `/projects/${encodeURIComponent(projectId)}`));
