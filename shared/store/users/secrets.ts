import { createHash } from 'node:crypto';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

/** The two secrets of a deployment. */
export interface SecretSource {
  /** 32 bytes from which the signing key follows. */
  seed(): Promise<Uint8Array>;
  /** The first administrator's password. */
  adminPassword(): Promise<string>;
}

/**
 * Reads the deployment's secret (JSON with `seed` and `adminPassword`) from Secrets Manager whenever it is asked: its
 * readers cache what follows from it. The seed is any text that Secrets Manager generated.
 */
export function secretsManagerSource(secretId: string, client = new SecretsManagerClient({})): SecretSource {
  const load = async () => {
    const answer = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
    const value = parse(answer.SecretString ?? '');
    if (!value.seed || !value.adminPassword) throw new Error('The secret lacks seed or adminPassword');
    return { seed: value.seed, adminPassword: value.adminPassword };
  };
  return {
    seed: async () =>
      createHash('sha256')
        .update((await load()).seed)
        .digest(),
    adminPassword: async () => (await load()).adminPassword,
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
