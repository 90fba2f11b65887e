import { projectAddress } from '#shared/kernel/rules/page-address.ts';

/** Loads the page of a project that the user has just joined; it is another document (rule NAV-14). */
export const goToProject = (projectId: string): void =>
  location.assign(projectAddress(projectId, `/projects/${encodeURIComponent(projectId)}`));
