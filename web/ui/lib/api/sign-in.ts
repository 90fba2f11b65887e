import { storedValue } from '../browser/stored-value.ts';
import { loginSearch } from '../url/login-search.ts';
import { api, type ResponseBody } from './api.ts';

/** Signing in at a provider: the browser leaves for it, and comes back to `/login` with its answer. */

export type SignInMethods = ResponseBody<'getSignInMethods'>;

const lastMethods = storedValue('fiducial.sign-in-methods');

/** The sign-in methods of this browser's last visit, shown until the service has answered. */
export function rememberedMethods(): SignInMethods {
  try {
    const { passwords, provider } = JSON.parse(lastMethods.get() ?? '') as SignInMethods;
    if (typeof passwords === 'boolean' && (provider === null || typeof provider.name === 'string'))
      return { passwords, provider };
  } catch {
    // Never asked, or by another version.
  }
  return { passwords: true, provider: null };
}

/** Asks the service, and remembers. */
export async function askForMethods(): Promise<SignInMethods> {
  const methods = await api.getSignInMethods();
  lastMethods.set(JSON.stringify(methods));
  return methods;
}

/** What this tab remembers while its person is at the provider. */
const begunKey = 'fiducial.sign-in';

/** Leaves for the provider. @param wanted the page to show afterwards, a path of this application. */
export async function leaveForProvider(
  begin: 'beginSignIn' | 'beginIdentityLink',
  wanted: string | undefined,
): Promise<void> {
  const { authorization_url: address, browser_key: browserKey } = await api[begin]();
  sessionStorage.setItem(begunKey, JSON.stringify({ browserKey, wanted }));
  location.assign(address);
}

/** A return from the sign-in provider: its answer, the request of this tab, and the page that was wanted. */
interface Arrival {
  response: string;
  browserKey: string;
  wanted: string | undefined;
}

/** Removes the provider's answer from the address and returns it; undefined if there is none. */
export function takeArrival(): Arrival | undefined {
  const query = new URLSearchParams(location.search);
  if (!query.has('state') || !(query.has('code') || query.has('error'))) return undefined;
  const begun = readBegun();
  // Neither the history nor a copied address keeps the answer.
  history.replaceState(null, '', '/login');
  return { response: query.toString(), ...begun };
}

function readBegun(): Pick<Arrival, 'browserKey' | 'wanted'> {
  try {
    const { browserKey, wanted } = JSON.parse(sessionStorage.getItem(begunKey) ?? '') as Record<string, unknown>;
    sessionStorage.removeItem(begunKey);
    return { browserKey: String(browserKey), wanted: loginSearch({ return: wanted }).return };
  } catch {
    // Begun in another browser, which the service will refuse.
    return { browserKey: 'none', wanted: undefined };
  }
}

/** Ends the sign-in that the provider has answered. */
export const completeSignIn = ({ response, browserKey }: Arrival): Promise<ResponseBody<'completeSignIn'>> =>
  api.completeSignIn({ body: { response, browser_key: browserKey } });
