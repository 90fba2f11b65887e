import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '#shared/contract/client.ts';
import { inProject } from './queries.ts';

/** Whether what failed may go well when it is asked for again: the connection was lost, or the service was busy or out of order. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 429 || error.status >= 500;

/**
 * The cache of what the API answered. A refusal is final; what may pass is tried again twice. What the browser thinks
 * of the network changes nothing: the service may be on this machine, and a run that could not be started now is not to
 * start by itself when the network is back.
 */
export const queryClient = new QueryClient({
  // After each act the page looks at the lock and the revision at once, and not only with the next look.
  mutationCache: new MutationCache({
    onSettled: () => void queryClient.invalidateQueries({ queryKey: inProject('lock') }),
  }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 30_000,
      retry: (failures, error) => mayPass(error) && failures < 2,
    },
    mutations: { networkMode: 'always' },
  },
});
