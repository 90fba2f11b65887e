import { splitAddress } from '#shared/kernel/rules/page-address.ts';
import { enterProject } from '../../ui/lib/api/session.ts';

/** Ids are UUIDs: such a name of a project is known to be one before anything is asked. */
const projectId = /^[\da-f-]{36}$/;

/**
 * Enters the project of the address before anything is drawn. An address without a project's id gets that of the
 * project it leads to, if that is clear (rule NAV-15).
 * @returns the prefix of the paths of pages: `/p/` with the project, or nothing
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
