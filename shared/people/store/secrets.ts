import { createHash } from 'node:crypto';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { SecretSource } from './secret-source.ts';

/**
 * Reads the deployment's secret (JSON with `seed` and `adminPassword`) from Secrets Manager on every call: readers
 * cache what they derive. The seed is any text that Secrets Manager generated. A client's secret for the sign-in
 * provider is separate, as text.
 */
export function secretsManagerSource(
  secretId: string,
  client = new SecretsManagerClient({}),
  clientSecretId?: string,
): SecretSource {
  const read = async (id: string) =>
    (await client.send(new GetSecretValueCommand({ SecretId: id }))).SecretString ?? '';
  const load = async () => {
    const value = parse(await read(secretId));
    if (!value.seed || !value.adminPassword) throw new Error('The secret lacks seed or adminPassword');
    return { seed: value.seed, adminPassword: value.adminPassword };
  };
  return {
    seed: async () =>
      createHash('sha256')
        .update((await load()).seed)
        .digest(),
    adminPassword: async () => (await load()).adminPassword,
    ...(clientSecretId === undefined
      ? {}
      : {
          clientSecret: async () => {
            const secret = (await read(clientSecretId)).trim();
            if (secret === '') throw new Error('The secret of the client at the sign-in provider is empty');
            return secret;
          },
        }),
  };
}

/** JSON.parse would quote the text, which is the secret, in its error. */
function parse(text: string): { seed?: string; adminPassword?: string } {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
