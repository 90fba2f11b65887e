import { projectAddress } from '#shared/kernel/rules/page-address.ts';
import type { Connection } from './connection.ts';

/**
 * The address of a page in the project of the command (rule NAV-14).
 * @param path of the page, such as `/flows`
 * @param readProject asks the service for the project's id, where `FIDUCIAL_PROJECT` does not name it
 */
export async function pageUrl(
  { url, projectId }: Connection,
  path: string,
  readProject: () => Promise<{ project_id: string }>,
): Promise<string> {
  // The command has done its work: without an answer the address names no project, and the page asks for it.
  const id = projectId ?? (await readProject().catch(() => undefined))?.project_id;
  return `${url}${id === undefined ? path : projectAddress(id, path)}`;
}
