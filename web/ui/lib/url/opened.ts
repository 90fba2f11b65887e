import { splitAddress } from '#shared/kernel/rules/page-address.ts';

/**
 * The address that the application was opened with, before its project is looked up and the router drops the parts that
 * pages do not know. Links within the application have no such parts.
 */
const { project, path } = splitAddress(location.pathname);
export const openedPath = path;
export const openedSearch = location.search;

/** Whether it named no project (rule NAV-15). */
export const namedNoProject = project === undefined;
