import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '#shared/api/client.ts';
import { inProject } from './queries.ts';

/** Whether what failed may go well when it is asked for again: the connection was lost, or the service was busy or out of order. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 429 || error.status >= 500;

/** A person waits this long for a write before the refusal is shown. */
const longestWaitSeconds = 10;

/** Seconds after which a used-up limit asks to try again; 0 for any other failure. */
const askedSeconds = (error: unknown): number =>
  error instanceof ApiError && error.status === 429 ? (error.retryAfterSeconds ?? 0) : 0;

/** Pause before a repeat in milliseconds: what the service asks for, up to a quarter longer, or one and two seconds. */
export const retryDelay = (failures: number, error: unknown): number =>
  askedSeconds(error) > 0 ? askedSeconds(error) * 1000 * (1 + Math.random() / 4) : 1000 * 2 ** failures;

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
      retry: (failures, error) => mayPass(error) && failures < (askedSeconds(error) > 0 ? 5 : 2),
      retryDelay,
    },
    mutations: {
      networkMode: 'always',
      // A limit was used up, and nothing was done.
      retry: (failures, error) => askedSeconds(error) > 0 && askedSeconds(error) <= longestWaitSeconds && failures < 3,
      retryDelay,
    },
  },
});
