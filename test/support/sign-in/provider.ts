import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';

/** The provider's claims about a user. */
export type Person = { sub: string } & Record<string, unknown>;

/** A sign-in provider on this machine: the package that real ones are made of. */
export interface TestProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The next user to sign in; undefined declines. */
  person: Person | undefined;
  /** Changes what its ID tokens say, signed by its own key unless another is asked for. */
  tamper: ((claims: JWTPayload) => { claims: JWTPayload; byOtherKey?: boolean }) | undefined;
  /** It answers every request with 500. */
  isBroken: boolean;
  stop(): Promise<void>;
}

const scopes = 'openid profile email groups';

/**
 * Starts a provider for a client with the redirect address `redirectUri`. It asks for no password: its `person` is
 * signed in.
 */
export async function startProvider(redirectUri: string): Promise<TestProvider> {
  const server = createServer();
  const issuer = await listen(server);
  const [own, other] = await Promise.all([signingKey(), signingKey()]);
  const people = new Map<string, Person>();
  const state: TestProvider = {
    issuer,
    clientId: 'fiducial',
    clientSecret: 'the secret of a client in a test',
    person: undefined,
    tamper: undefined,
    isBroken: false,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const provider = new Provider(issuer, {
    clients: [{ client_id: state.clientId, client_secret: state.clientSecret, redirect_uris: [redirectUri] }],
    scopes: scopes.split(' '),
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
      groups: ['groups', '_claim_names'],
    },
    jwks: { keys: [await exportJWK(own.privateKey).then((key) => ({ ...key, kid: 'own', use: 'sig', alg: 'RS256' }))] },
    cookies: { keys: ['a key of the cookies of a test'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    ttl: { Interaction: 600, Session: 600, Grant: 600, IdToken: 600, AccessToken: 600 },
    interactions: { url: () => '/interaction' },
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: async () => people.get(id) }),
    loadExistingGrant: async ({ oidc }: { oidc: { client: { clientId: string }; session: { accountId: string } } }) => {
      const { client, session } = oidc;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope(scopes);
      await grant.save();
      return grant;
    },
  });
  provider.use(async (ctx, next) => {
    await next();
    const { id_token: token } = ctx.path === '/token' ? ctx.body : {};
    if (!state.tamper || typeof token !== 'string') return;
    const { claims, byOtherKey = false } = state.tamper(decodeJwt(token));
    const signed = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own' });
    ctx.body = { ...ctx.body, id_token: await signed.sign(byOtherKey ? other.privateKey : own.privateKey) };
  });
  const answer = provider.callback();
  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    const { person } = state;
    if (person) people.set(person.sub, person);
    const declined = { error: 'access_denied', error_description: 'The person declined' };
    await provider.interactionFinished(request, response, person ? { login: { accountId: person.sub } } : declined);
  };
  server.on('request', (request, response) => {
    if (state.isBroken) response.writeHead(500).end('out of order');
    else if (request.url?.startsWith('/interaction')) void interact(request, response);
    else answer(request, response);
  });
  return state;
}

const signingKey = () => generateKeyPair('RS256', { extractable: true });

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * Goes from an address of the provider to where it leads back, as a browser does that has no cookies of it yet.
 * @returns the query that it led back with.
 */
export async function passThrough(address: string, redirectUri: string): Promise<string> {
  const cookies = new Map<string, string>();
  for (let next = new URL(address), steps = 0; steps < 10; steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
    next = new URL(location, next);
    if (next.href.startsWith(redirectUri)) return next.search.slice(1);
  }
  throw new Error('The provider led nowhere');
}
