import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { writePrivateFile } from '#local/data-folder/private-file.ts';
import type { NextSeed } from './signing-key-rotation.ts';

/** A new seed for a deployment's secret; the rest of the secret, such as the administrator's password, stays. */
export function cloudSeed(client: SecretsManagerClient, secretId: string): NextSeed {
  const text = randomBytes(48).toString('base64url');
  return {
    // In the format that shared/people/store/secrets.ts reads.
    seed: createHash('sha256').update(text).digest(),
    store: async () => {
      const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
      const secret = JSON.stringify({ ...JSON.parse(SecretString ?? '{}'), seed: text });
      await client.send(new PutSecretValueCommand({ SecretId: secretId, SecretString: secret }));
    },
  };
}

/** A new seed for the secrets in `file` of a stack on one machine. */
export function localSeed(file: string): NextSeed {
  const seed = randomBytes(32);
  return {
    seed: new Uint8Array(seed),
    store: async () => {
      const stored = JSON.parse(await readFile(file, 'utf8'));
      await writePrivateFile(file, `${JSON.stringify({ ...stored, seed: seed.toString('base64') }, null, 2)}\n`);
    },
  };
}
