import { projectAddress, splitAddress } from '#shared/kernel/rules/page-address.ts';
import { meQuery, projectsQuery } from '../../ui/lib/api/queries.ts';
import { queryClient } from '../../ui/lib/api/query-client.ts';
import { enterProject, lastProject } from '../../ui/lib/api/session.ts';
import type { Project } from '../../ui/lib/api/wire.ts';
import { projectOfAddress } from './project-of-address.ts';
import { askedFor, hasThingQuery } from './things.ts';

/** Looks up which project the address leads to: where that is one, it is entered, and the address has its id then. */
export async function findProject(): Promise<void> {
  const { pathname, search, hash } = location;
  try {
    const me = await queryClient.fetchQuery({ ...meQuery(), retry: false });
    // The answer for the caller has brought them.
    const projects = queryClient.getQueryData(projectsQuery().queryKey);
    if (!projects) return;
    const usual = { last: lastProject.get(), default: me.default_project_id };
    const found = projectOfAddress(pathname + search, projects, usual);
    if (found === undefined) return;
    const { path } = splitAddress(pathname + search + hash);
    const projectId = 'projectId' in found ? found.projectId : await onlyOneWith(found.choices, path);
    if (projectId === undefined) return;
    enterProject(projectId);
    history.replaceState(null, '', projectAddress(projectId, path));
  } catch {
    // The pages repeat the request, and show the error.
  }
}

/** The only one of several projects that has what a page is about. */
async function onlyOneWith(choices: readonly Project[], page: string): Promise<string | undefined> {
  const { thing, asked } = askedFor(choices, page);
  if (thing === undefined) return undefined;
  const answers = asked.map(({ project_id }) =>
    queryClient.fetchQuery({ ...hasThingQuery(project_id, thing), retry: false }),
  );
  const has = await Promise.all(answers);
  const [one, ...others] = asked.filter((_, place) => has[place]);
  return others.length === 0 ? one?.project_id : undefined;
}
