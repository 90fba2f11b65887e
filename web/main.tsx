import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/print.css';
import { loadPageAt } from './pages.ts';
import { token } from './ui/lib/api/session.ts';
import { loginAddress } from './ui/lib/url/login-search.ts';
import { applyTheme } from './values/lib/look/theme.ts';

applyTheme();

const root = document.getElementById('root');
if (!root) throw new Error('the page has no element #root');

// A visitor who has to sign in loads only the login; a signed-in user loads everything except the login.
const { pathname, search, hash } = location;
if (pathname !== '/login' && token.get() === undefined)
  history.replaceState(null, '', loginAddress({ return: pathname === '/' ? undefined : pathname + search + hash }));
if (location.pathname === '/login') void import('./login.tsx').then(({ showLogin }) => showLogin(root));
else {
  void import('./app.tsx').then(({ showApp }) => showApp(root));
  loadPageAt(location.pathname);
}
