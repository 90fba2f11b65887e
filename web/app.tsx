import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { handleSessionEnd } from './lib/api/api.ts';
import { queryClient } from './lib/api/query-client.ts';
import { token } from './lib/api/session.ts';
import { enterByAddress } from './lib/projects/enter.ts';
import { startReads } from './page-reads.ts';
import { createAppRouter } from './router.tsx';

const QuantityTip = lazy(() =>
  import('./components/quantity/quantity-tip.tsx').then((module) => ({ default: module.QuantityTip })),
);

/** Tooltips of numbers, loaded when the pointer or the focus first comes to anything. */
function Tips() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const listeners = new AbortController();
    for (const type of ['pointerover', 'focusin'])
      document.addEventListener(type, () => setWanted(true), { once: true, signal: listeners.signal });
    return () => listeners.abort();
  }, []);
  return <Suspense>{isWanted && <QuantityTip />}</Suspense>;
}

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
        <Tips />
      </QueryClientProvider>
    </StrictMode>,
  );
}
