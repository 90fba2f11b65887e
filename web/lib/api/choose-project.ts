import type { Project } from './wire.ts';

/** The project to work in: the remembered one if it is still ours, else the default one, else the first. */
export const chooseProject = (
  projects: readonly Project[],
  storedId: string | undefined,
  defaultId: string | null,
): string | undefined => {
  const open = projects.filter((project) => project.deleted_at === null).map((project) => project.project_id);
  return open.find((id) => id === storedId) ?? open.find((id) => id === defaultId) ?? open[0];
};
