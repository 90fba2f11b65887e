/**
 * Addresses of pages: `/p/<project id>` before the path of the page, so that a link says which project it belongs to
 * (rule NAV-14).
 */

/**
 * Whether a page shows data of one project that its path does not name: all but the first page, those of the account and those
 * about a project. @param path may have a query and a hash
 */
export const needsProject = (path: string): boolean => !/^\/(projects|inbox|settings|admin|login)?([/?#]|$)/.test(path);

/** A path under the address of a project. @param path may have a query and a hash */
export const projectAddress = (projectId: string, path: string): string => `/p/${encodeURIComponent(projectId)}${path}`;

/** Where a link in a message leads: the page in its project. Pages that need none stay as they are. */
export const pageAddress = (projectId: string, path: string): string =>
  needsProject(path) ? projectAddress(projectId, path) : path;

/** An address in its two parts. */
export interface SplitAddress {
  /** As the address has it: an id, or a name in words (rule NAV-15). */
  project: string | undefined;
  /** `/p/` with the project as in the address; empty without one. */
  prefix: string;
  /** The path of the page, with its query and hash where they were given. */
  path: string;
}

export function splitAddress(address: string): SplitAddress {
  const [, prefix = '', step = '', path = ''] = /^(\/p\/([^/?#]+))(.*)$/s.exec(address) ?? [];
  if (prefix === '') return { project: undefined, prefix: '', path: address };
  return { project: decodedStep(step), prefix, path: path.startsWith('/') ? path : `/${path}` };
}

/** A step of a path as it is meant; one that no address can have stays as it is. */
export function decodedStep(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
