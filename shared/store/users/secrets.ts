import { createHash } from 'node:crypto';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

/** The secrets of a deployment. */
export interface SecretSource {
  /** 32 bytes from which the signing key follows. */
  seed(): Promise<Uint8Array>;
  /** The first administrator's password. */
  adminPassword(): Promise<string>;
  /** The secret of this service at the sign-in provider; absent for a client that has none. */
  clientSecret?(): Promise<string>;
}

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

/** For functions that may not read any secret. */
export const noSecrets: SecretSource = {
  seed: () => Promise.reject(new Error('This function may not read the signing seed')),
  adminPassword: () => Promise.reject(new Error("This function may not read the administrator's password")),
};
