import type { FetchQueryOptions } from '@tanstack/react-query';
import { needsProject } from '#shared/kernel/rules/page-address.ts';
import { pages } from './pages.ts';
import type { createAppRouter } from './router.tsx';
import { lockQuery } from './runs/lib/queries.ts';
import { allChipsQuery, meQuery } from './ui/lib/api/queries.ts';
import { queryClient } from './ui/lib/api/query-client.ts';
import { currentProject } from './ui/lib/api/session.ts';
import type { PageAt } from './ui/lib/navigation/page-at.ts';

type Router = ReturnType<typeof createAppRouter>;

/** A page that says which reads its address tells. */
interface LoadingPage {
  load?: (at: PageAt<string>) => readonly object[];
}

/**
 * Starts the reads of every page that is opened as soon as its code is there, side by side and before it is drawn. What is there
 * already is read again by the page itself, if it is stale.
 */
export function startReads(router: Router): void {
  start(meQuery());
  if (currentProject() !== undefined) for (const query of [lockQuery(), allChipsQuery()]) start(query);
  void startPage(router, router.latestLocation);
  router.subscribe('onBeforeLoad', ({ fromLocation, toLocation, pathChanged }) => {
    if (fromLocation && pathChanged) void startPage(router, toLocation);
  });
}

async function startPage(router: Router, location: Router['latestLocation']): Promise<void> {
  if (needsProject(location.pathname) && currentProject() === undefined) return;
  const match = router.matchRoutes(location).at(-1);
  if (!match || !Object.hasOwn(pages, match.fullPath)) return;
  const pattern = match.fullPath as keyof typeof pages;
  // The router shows the failure.
  const page = (await pages[pattern]().catch(() => undefined)) as LoadingPage | undefined;
  for (const query of page?.load?.({ pattern, params: match.params, search: match.search }) ?? []) start(query);
}

/** Reads what is not there. */
function start(query: object): void {
  // Queries of different answers are one list.
  const options = query as FetchQueryOptions;
  if (queryClient.getQueryData(options.queryKey) === undefined) void queryClient.prefetchQuery(options);
}
