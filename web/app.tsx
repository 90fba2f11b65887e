import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { startReads } from './page-reads.ts';
import { enterByAddress } from './projects/lib/enter.ts';
import { createAppRouter } from './router.tsx';
import { handleSessionEnd } from './ui/lib/api/api.ts';
import { queryClient } from './ui/lib/api/query-client.ts';
import { token } from './ui/lib/api/session.ts';

const QuantityTip = lazy(() =>
  import('./values/components/quantity/quantity-tip.tsx').then((module) => ({ default: module.QuantityTip })),
);

/**
 * Tooltips of numbers, drawn when the user first points at something or presses a key. Then the code of dialogs is loaded as well, so
 * that the first one opens at once.
 */
function Tips() {
  const [isUsed, setUsed] = useState(false);
  useEffect(() => {
    const listeners = new AbortController();
    const use = () => {
      listeners.abort();
      setUsed(true);
      // A dialog loads it again and shows the failure.
      void import('./ui/components/modal.tsx').catch(() => undefined);
    };
    for (const type of ['pointerover', 'focusin', 'keydown'])
      document.addEventListener(type, use, { signal: listeners.signal });
    return () => listeners.abort();
  }, []);
  return <Suspense>{isUsed && <QuantityTip />}</Suspense>;
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
