import type { SignInEnvironment } from '#shared/people/sign-in/provider-config.ts';
import type { DeploymentConfig } from './config.ts';

/** Environment variables of sign-in, for the auth group alone; empty if passwords are the only way. */
export function signInEnvironment(config: DeploymentConfig): Record<string, string> {
  if (config.oidcIssuer === '') return {};
  return {
    PASSWORD_SIGN_IN: config.passwordSignIn ? 'on' : 'off',
    OIDC_ISSUER: config.oidcIssuer,
    OIDC_CLIENT_ID: config.oidcClientId,
    OIDC_CLIENT_SECRET_ID: config.oidcClientSecretArn,
    OIDC_NAME: config.oidcName,
    OIDC_SCOPES: config.oidcScopes,
    OIDC_USERNAME_CLAIM: config.oidcUsernameClaim,
    OIDC_GROUPS_CLAIM: config.oidcGroupsClaim,
    OIDC_ALLOWED_GROUPS: config.oidcAllowedGroups,
    OIDC_ALLOWED_DOMAINS: config.oidcAllowedDomains,
    OIDC_GROUP_ROLES: config.oidcGroupRoles,
    OIDC_LINK_BY_USERNAME: String(config.oidcLinkByUsername),
  } satisfies SignInEnvironment;
}
