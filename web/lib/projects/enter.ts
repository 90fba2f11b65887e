import { splitAddress } from '#shared/domain/page-address.ts';
import { enterProject } from '../api/session.ts';

/** Ids are UUIDs: such a name of a project is known to be one before anything is asked. */
const projectId = /^[\da-f-]{36}$/;

/**
 * Enters the project of the address before anything is drawn. An address that does not have a project's id is given that of the
 * project it leads to, where that is clear (rule NAV-15).
 * @returns what stands before the paths of pages: `/p/` with the project, or nothing
 */
export async function enterByAddress(): Promise<string> {
  const { project = '', prefix } = splitAddress(location.pathname);
  if (projectId.test(project)) {
    enterProject(project);
    return prefix;
  }
  await (await import('./find-project.ts')).findProject();
  return splitAddress(location.pathname).prefix;
}
