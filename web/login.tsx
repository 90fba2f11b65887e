import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loginSearch } from './lib/url/login-search.ts';
import { parseSearch } from './lib/url/search-params.ts';
import { LoginPage } from './pages/login/login-page.tsx';

/** Shows the login, and the page that was wanted once somebody has signed in. */
export function showLogin(element: HTMLElement): void {
  const root = createRoot(element);
  const search = loginSearch(parseSearch(location.search));
  const enter = () => {
    history.pushState(null, '', search.return ?? '/execution');
    void import('./app.tsx').then(({ showApp }) => {
      root.unmount();
      showApp(element);
    });
  };
  root.render(
    <StrictMode>
      <LoginPage ended={search.ended} onDone={enter} />
    </StrictMode>,
  );
}
