import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { QuantityTip } from './components/quantity/quantity-tip.tsx';
import { handleSessionEnd } from './lib/api/api.ts';
import { queryClient } from './lib/api/query-client.ts';
import { token } from './lib/api/session.ts';
import { enterByAddress } from './lib/projects/enter.ts';
import { startReads } from './page-reads.ts';
import { createAppRouter } from './router.tsx';

/** Shows the pages behind the login. */
export async function showApp(root: HTMLElement): Promise<void> {
  const router = createAppRouter(await enterByAddress());
  // A refused token ends the session and says why; the way back is kept.
  handleSessionEnd((ended) => {
    const { pathname, publicHref } = router.state.location;
    token.set(undefined);
    queryClient.clear();
    void router.navigate({ to: '/login', search: { ended, return: pathname === '/login' ? undefined : publicHref } });
  });
  startReads(router);
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <QuantityTip />
      </QueryClientProvider>
    </StrictMode>,
  );
}
