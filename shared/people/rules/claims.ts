import { usernamePattern } from '../../kernel/rules/ids.ts';

/** A sign-in provider's statements about a person, by the names of its claims. */
export type Claims = Readonly<Record<string, unknown>>;

/** A claim by its name, or by a path of names: `realm_access.roles`. The whole name comes first: some have dots. */
export function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Claims)[name] : undefined,
      claims,
    );
}

/** The groups that a claim names: a list of texts, or one text. */
export function groupsIn(claims: Claims, path: string): string[] {
  const value = claimAt(claims, path);
  return [value].flat().filter((group) => typeof group === 'string');
}

/**
 * Whether the provider left the groups out because they were too many, as Microsoft Entra does beyond 200: it says instead where
 * they could be asked for (OpenID Connect Core 1.0, section 5.6.2).
 */
export const areGroupsLeftOut = (claims: Claims, path: string): boolean =>
  claimAt(claims, path) === undefined && claimAt(claims, `_claim_names.${path}`) !== undefined;

/** The domain of an address, in lower case; undefined for any other text. */
export function domainOf(claim: unknown): string | undefined {
  if (typeof claim !== 'string') return undefined;
  const at = claim.lastIndexOf('@');
  return at < 0
    ? undefined
    : claim
        .slice(at + 1)
        .trim()
        .toLowerCase();
}

/**
 * The username that a claim proposes: in lower case, with a hyphen for each character that usernames do not allow (rule
 * AUTH-33). Undefined if the text gives no valid username.
 * @param localPart of an address only the part before the `@`: if a setting says whose addresses, or which groups, may
 * sign in
 */
export function usernameFrom(claim: unknown, localPart: boolean): string | undefined {
  if (typeof claim !== 'string') return undefined;
  const text = claim.trim().toLowerCase();
  const at = text.lastIndexOf('@');
  const name = (localPart && at >= 0 ? text.slice(0, at) : text)
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
    .slice(0, 64);
  return usernamePattern.test(name) ? name : undefined;
}
