import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#shared/contract/client.ts';

/** Whether what failed may go well when it is asked for again: the connection was lost, or the service was busy or out of order. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 429 || error.status >= 500;

/**
 * The cache of what the API answered. A refusal is final; what may pass is tried again twice. What the browser thinks
 * of the network changes nothing: the service may be on this machine, and a run that could not be started now is not to
 * start by itself when the network is back.
 */
export const queryClient = new QueryClient({
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
