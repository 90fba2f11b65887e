import { type GroupRole, parseGroupRoles } from '../rules/group-roles.ts';

/**
 * The provider by which people sign in (rule AUTH-37), as the environment configures it; `shared/kernel/config.ts` reads it.
 */
export interface ProviderConfig {
  issuer: string;
  clientId: string;
  /** Secrets Manager id of the client's secret; undefined on one machine, and for a client that has none. */
  clientSecretId: string | undefined;
  /** File with the client's secret on one machine. */
  clientSecretFile: string | undefined;
  /** Its name on the login page. */
  name: string;
  /** Separated by spaces. */
  scopes: string;
  /** Claim that proposes the username of a new user. */
  usernameClaim: string;
  /** Claim that lists groups; dots lead into nested claims. */
  groupsClaim: string;
  /** Only members of one of these groups may sign in; everyone, if there is none. */
  allowedGroups: readonly string[];
  /** Domains, in lower case, of which a new user's address claim must have one; any, if there is none. */
  allowedDomains: readonly string[];
  groupRoles: readonly GroupRole[];
  /** On the first sign-in, an existing user with exactly the provider's username is linked. */
  linkByUsername: boolean;
}

const domainPattern = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/** Whether an entry of a list of domains is a domain, without an `@`, or empty. */
export const isDomainOrNone = (part: string): boolean =>
  part.trim() === '' || domainPattern.test(part.trim().toLowerCase());

/** How people sign in. */
export interface SignInConfig {
  /** By a name and a password (rule AUTH-36). */
  passwordSignIn: boolean;
  /** By a provider; undefined for none (rule AUTH-37). */
  provider: ProviderConfig | undefined;
}

/** Reads it from the environment. @throws Error that names the variable which is missing or malformed. */
export type ReadSignIn = (env: SignInEnvironment, publicUrl: string) => SignInConfig;

/** The names of the variables, by which a deployment sets them as well. */
export interface SignInEnvironment {
  PASSWORD_SIGN_IN?: string | undefined;
  OIDC_ISSUER?: string | undefined;
  OIDC_CLIENT_ID?: string | undefined;
  OIDC_CLIENT_SECRET_ID?: string | undefined;
  OIDC_CLIENT_SECRET_FILE?: string | undefined;
  OIDC_NAME?: string | undefined;
  OIDC_SCOPES?: string | undefined;
  OIDC_USERNAME_CLAIM?: string | undefined;
  OIDC_GROUPS_CLAIM?: string | undefined;
  OIDC_ALLOWED_GROUPS?: string | undefined;
  OIDC_ALLOWED_DOMAINS?: string | undefined;
  OIDC_GROUP_ROLES?: string | undefined;
  OIDC_LINK_BY_USERNAME?: string | undefined;
}

export const signInConfig: ReadSignIn = (env, publicUrl) => {
  const provider = providerConfig(env, publicUrl);
  const { PASSWORD_SIGN_IN: value = 'on' } = env;
  if (value !== 'on' && value !== 'off') throw new Error(`PASSWORD_SIGN_IN '${value}' is neither on nor off`);
  if (value === 'off' && !provider)
    throw new Error('PASSWORD_SIGN_IN is off without OIDC_ISSUER: no one could sign in');
  return { passwordSignIn: value === 'on', provider };
};

/**
 * The provider of an environment; undefined if none is named.
 * @throws Error that names the variable which is missing or malformed.
 */
export function providerConfig(env: SignInEnvironment, publicUrl: string): ProviderConfig | undefined {
  const { OIDC_ISSUER: issuer } = env;
  if (!issuer) return undefined;
  if (!isSecure(issuer)) throw new Error(`OIDC_ISSUER '${issuer}' is not an address that begins with https://`);
  if (!env.OIDC_CLIENT_ID) throw new Error('OIDC_CLIENT_ID is required with OIDC_ISSUER');
  if (!publicUrl) throw new Error('PUBLIC_URL is required with OIDC_ISSUER: the provider leads people back there');
  const scopes = env.OIDC_SCOPES || 'openid profile email';
  if (!scopes.split(' ').includes('openid')) throw new Error(`OIDC_SCOPES '${scopes}' lacks the scope openid`);
  return {
    issuer,
    clientId: env.OIDC_CLIENT_ID,
    clientSecretId: env.OIDC_CLIENT_SECRET_ID || undefined,
    clientSecretFile: env.OIDC_CLIENT_SECRET_FILE || undefined,
    name: env.OIDC_NAME || new URL(issuer).hostname,
    scopes,
    usernameClaim: env.OIDC_USERNAME_CLAIM || 'preferred_username',
    groupsClaim: env.OIDC_GROUPS_CLAIM || 'groups',
    allowedGroups: listOf(env.OIDC_ALLOWED_GROUPS),
    allowedDomains: domainsOf(env.OIDC_ALLOWED_DOMAINS),
    groupRoles: groupRolesOf(env.OIDC_GROUP_ROLES ?? ''),
    linkByUsername: env.OIDC_LINK_BY_USERNAME === 'true',
  };
}

const listOf = (text = ''): string[] => text.split(',').flatMap((entry) => entry.trim() || []);

function domainsOf(text: string | undefined): string[] {
  const domains = listOf(text).map((domain) => domain.toLowerCase());
  const wrong = domains.find((domain) => !isDomainOrNone(domain));
  if (wrong !== undefined)
    throw new Error(`OIDC_ALLOWED_DOMAINS has '${wrong}', which is not a domain such as lab.example`);
  return domains;
}

function groupRolesOf(text: string): GroupRole[] {
  try {
    return parseGroupRoles(text);
  } catch (error) {
    throw new Error(`OIDC_GROUP_ROLES ${error instanceof Error ? error.message : error}`);
  }
}

/** Whether data sent to an address is protected on the way: by TLS, or because it stays on this machine. */
export function isSecure(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol === 'https:') return true;
  return url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
}
