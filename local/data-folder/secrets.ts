import { randomBytes, randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { writePrivateFile } from '#local/data-folder/private-file.ts';
import type { SecretSource } from '#shared/people/store/secret-source.ts';

/** Secrets of a stack on one machine. */
export interface LocalSecrets extends SecretSource {
  /** Returns the given or stored password; undefined if there is neither. It never generates one. */
  knownPassword: () => string | undefined;
}

interface StoredSecrets {
  /** base64 of 32 bytes, from which the signing key is derived (rule AUTH-10). */
  seed: string;
  /** Absent if the operator sets SERVICE_ADMIN_PASSWORD, which is never written to disk. */
  adminPassword?: string;
}

const seedBytes = 32;
const passwordLength = 20;
// Letters and digits without those that look alike.
const passwordAlphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * Reads the secrets in `file` and generates a missing seed; only the owner may read the file. A given password takes
 * precedence over a stored one. Without either, one is generated and stored on demand: only the creation of the first
 * administrator asks for it.
 * @param clientSecretFile contains the secret of this service at the sign-in provider.
 */
export async function loadSecrets(
  file: string,
  givenPassword: string | undefined,
  clientSecretFile?: string,
): Promise<LocalSecrets> {
  let secrets = await readSecrets(file);
  if (!secrets) {
    secrets = { seed: randomBytes(seedBytes).toString('base64') };
    await writeSecrets(file, secrets);
  }
  const stored = secrets;
  const seed = new Uint8Array(Buffer.from(stored.seed, 'base64'));
  const make = async () => {
    stored.adminPassword = generatePassword();
    await writeSecrets(file, stored);
    return stored.adminPassword;
  };
  const knownPassword = () => givenPassword ?? stored.adminPassword;
  const known = { seed: async () => seed, adminPassword: async () => knownPassword() ?? make(), knownPassword };
  return clientSecretFile === undefined ? known : { ...known, clientSecret: await readClientSecret(clientSecretFile) };
}

/** Read at the start, so that a missing file is reported early, and again on each use, since it may be replaced. */
async function readClientSecret(file: string): Promise<() => Promise<string>> {
  const read = async () => {
    const secret = (await readFile(file, 'utf8')).trim();
    if (secret === '') throw new Error(`OIDC_CLIENT_SECRET_FILE '${file}' is empty`);
    return secret;
  };
  await read();
  return read;
}

/** Generates a password of 20 letters and digits: 116 bits. */
export function generatePassword(): string {
  return Array.from({ length: passwordLength }, () => passwordAlphabet[randomInt(passwordAlphabet.length)]).join('');
}

async function readSecrets(file: string): Promise<StoredSecrets | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const value = parse(text) as Partial<StoredSecrets> | null;
  const seed = value?.seed;
  if (typeof seed !== 'string' || Buffer.from(seed, 'base64').length !== seedBytes) {
    throw new Error(`The secrets in ${file} are damaged: restore the file, or start afresh with --reset`);
  }
  return typeof value?.adminPassword === 'string' ? { seed, adminPassword: value.adminPassword } : { seed };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const writeSecrets = (file: string, secrets: StoredSecrets): Promise<void> =>
  writePrivateFile(file, `${JSON.stringify(secrets, null, 2)}\n`);
