import * as oidc from 'openid-client';
import type { Context } from '../../kernel/context.ts';
import { ServiceError, unauthenticated } from '../../kernel/errors.ts';
import { type Claims, claimAt } from '../rules/claims.ts';
import type { ProviderConfig } from './provider-config.ts';

/**
 * The protocol with a sign-in provider: the authorization code flow with PKCE (OpenID Connect Core 1.0, RFC 7636). The
 * library checks state, issuer, audience, nonce, times, and the signature of the ID token.
 */

/** Ties an answer of the provider to its request. */
export interface SignInChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The person who signed in, as the provider describes them. */
export interface ProviderIdentity {
  issuer: string;
  /** The issuer never assigns it to another person. */
  subject: string;
  claims: Claims;
}

const timeoutSeconds = 5;
/** Tolerance for the difference of the two clocks. */
const toleranceSeconds = 30;
/** How long its description and the client's secret are cached. */
const cacheMilliseconds = 3_600_000;

interface Known {
  configuration: oidc.Configuration;
  readAt: number;
}

const known = new WeakMap<ProviderConfig, Known>();

/** Fresh values for one sign-in. */
export const newChecks = (): SignInChecks => ({
  state: oidc.randomState(),
  nonce: oidc.randomNonce(),
  codeVerifier: oidc.randomPKCECodeVerifier(),
});

/** The address to which the provider redirects with its answer. */
const redirectUri = ({ config }: Context): string => `${config.publicUrl}/login`;

/**
 * The provider's address for signing in.
 * @throws ServiceError `unavailable` if the provider does not answer.
 */
export async function authorizationAddress(
  ctx: Context,
  provider: ProviderConfig,
  { state, nonce, codeVerifier }: SignInChecks,
): Promise<string> {
  const configuration = await configurationOf(ctx, provider);
  return oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri(ctx),
    scope: provider.scopes,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  }).href;
}

/**
 * The person who signed in, by the provider's answer: the query of the redirect address.
 * @throws ServiceError `unauthenticated` for an answer that does not fit these checks, `unavailable` if the provider
 * does not answer.
 */
export async function identityOf(
  ctx: Context,
  provider: ProviderConfig,
  answer: string,
  { state, nonce, codeVerifier }: SignInChecks,
): Promise<ProviderIdentity> {
  const configuration = await configurationOf(ctx, provider);
  const address = new URL(redirectUri(ctx));
  address.search = answer;
  try {
    const tokens = await oidc.authorizationCodeGrant(configuration, address, {
      pkceCodeVerifier: codeVerifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const claims: Claims = tokens.claims() ?? {};
    const { iss, sub } = claims;
    if (typeof iss !== 'string' || typeof sub !== 'string' || sub === '' || sub.length > 255)
      throw failed(provider, 'it named no user');
    return { issuer: iss, subject: sub, claims: await completed(configuration, provider, claims, tokens.access_token) };
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    if (error instanceof oidc.AuthorizationResponseError) throw failed(provider, `its answer was '${error.error}'`);
    logFailure(ctx, error);
    if (isAboutAnswer(error)) throw failed(provider, 'its answer was not to this request, or has been used');
    // The next attempt reads a changed secret again.
    known.delete(provider);
    throw unavailable(provider);
  }
}

/** With the claims of the user info endpoint: some providers put only the subject into the token. */
async function completed(
  configuration: oidc.Configuration,
  { usernameClaim, groupsClaim }: ProviderConfig,
  claims: Claims,
  accessToken: string,
): Promise<Claims> {
  const isWhole = [usernameClaim, groupsClaim].every((name) => claimAt(claims, name) !== undefined);
  if (isWhole || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  return { ...(await oidc.fetchUserInfo(configuration, accessToken, String(claims.sub))), ...claims };
}

async function configurationOf(ctx: Context, provider: ProviderConfig): Promise<oidc.Configuration> {
  const now = ctx.clock().getTime();
  const before = known.get(provider);
  if (before && Math.abs(now - before.readAt) < cacheMilliseconds) return before.configuration;
  try {
    const configuration = await discover(ctx, provider);
    known.set(provider, { configuration, readAt: now });
    return configuration;
  } catch (error) {
    logFailure(ctx, error);
    throw unavailable(provider);
  }
}

async function discover(ctx: Context, { issuer, clientId }: ProviderConfig): Promise<oidc.Configuration> {
  const secret = await ctx.secrets.clientSecret?.();
  const server = new URL(issuer);
  return oidc.discovery(
    server,
    clientId,
    { [oidc.clockTolerance]: toleranceSeconds },
    secret === undefined ? oidc.None() : bySecret(secret),
    {
      timeout: timeoutSeconds,
      execute: [
        oidc.enableNonRepudiationChecks,
        // `providerConfig` admits this only on this machine.
        ...(server.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
      ],
    },
  );
}

/** How the provider takes the client's secret: in the header, which every provider should accept, or in the body. */
const bySecret =
  (secret: string): oidc.ClientAuth =>
  (server, ...request) => {
    const taken = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const send = taken.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
    return send(secret)(server, ...request);
  };

/** The library's message, for an administrator. */
function logFailure(ctx: Context, error: unknown): void {
  const { code, message, cause } = error as { code?: string; message?: string; cause?: unknown };
  const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
  ctx.log.warn('sign-in provider failed', { requestId: ctx.requestId, error: code, reason });
}

const unavailable = ({ name }: ProviderConfig): ServiceError =>
  new ServiceError(
    'provider_unavailable',
    `${name} did not answer as a sign-in provider does. Try again; the log has the reason`,
  );

const failed = (provider: ProviderConfig, why: string): ServiceError =>
  unauthenticated(`Signing in by ${provider.name} failed: ${why}. Begin again`, 'sign_in_failed');

/** Errors caused by the code or token of the answer, and not by the provider or our settings. */
const answerCodes: readonly unknown[] = [
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
];

function isAboutAnswer(error: unknown): boolean {
  if (error instanceof oidc.ResponseBodyError) return error.error === 'invalid_grant';
  return error instanceof oidc.ClientError && answerCodes.includes(error.code);
}
