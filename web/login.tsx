import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LoginPage } from './people/pages/login/login-page.tsx';
import { completeSignIn, takeArrival } from './ui/lib/api/sign-in.ts';
import { loginSearch } from './ui/lib/url/login-search.ts';
import { parseSearch } from './ui/lib/url/search-params.ts';

/** Shows the login, and the page that was wanted after sign-in. */
export function showLogin(element: HTMLElement): void {
  const root = createRoot(element);
  const search = loginSearch(parseSearch(location.search));
  const arrival = takeArrival();
  const wanted = arrival ? arrival.wanted : search.return;
  const enter = () => {
    history.pushState(null, '', wanted ?? '/execution');
    void import('./app.tsx').then(({ showApp }) => {
      root.unmount();
      void showApp(element);
    });
  };
  root.render(
    <StrictMode>
      <LoginPage ended={search.ended} wanted={wanted} arriving={arrival && completeSignIn(arrival)} onDone={enter} />
    </StrictMode>,
  );
}
