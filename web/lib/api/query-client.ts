import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#shared/contract/client.ts';

/**
 * The cache of what the API answered. A refusal is final; only a lost connection is tried again. What the browser thinks
 * of the network changes nothing: the service may be on this machine, and a run that could not be started now is not to
 * start by itself when the network is back.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 30_000,
      retry: (failures, error) => !(error instanceof ApiError) && failures < 2,
    },
    mutations: { networkMode: 'always' },
  },
});
