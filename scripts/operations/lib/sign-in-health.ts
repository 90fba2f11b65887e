import { isSecure } from '#shared/people/sign-in/provider-config.ts';

/**
 * Problems of the sign-in provider according to its own metadata (OpenID Connect Discovery 1.0); none without a
 * provider.
 */
export async function signInProblems(issuer: string, ask: typeof fetch = fetch): Promise<string[]> {
  if (issuer === '') return [];
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const description = await describe(address, ask);
  if (typeof description === 'string') return [`Sign-in: ${address} ${description}`];
  const problems: string[] = [];
  if (description.issuer !== issuer)
    problems.push(`Sign-in: oidcIssuer is ${issuer}, and the provider calls itself ${description.issuer}`);
  for (const endpoint of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'])
    if (!isSecure(String(description[endpoint]))) problems.push(`Sign-in: ${issuer} has no ${endpoint} over TLS`);
  if (!listed(description.response_types_supported).includes('code'))
    problems.push(`Sign-in: ${issuer} knows no authorization code flow`);
  return problems;
}

async function describe(address: string, ask: typeof fetch): Promise<Record<string, unknown> | string> {
  try {
    const response = await ask(address, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });
    if (!response.ok) return `answers ${response.status}`;
    return (await response.json()) as Record<string, unknown>;
  } catch (error) {
    return `does not answer: ${error instanceof Error ? error.message : error}`;
  }
}

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
