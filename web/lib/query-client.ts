import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#shared/contract/client.ts';

/** The cache of what the API answered. A refusal is final; only a lost connection is tried again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => !(error instanceof ApiError) && failures < 2,
    },
  },
});
