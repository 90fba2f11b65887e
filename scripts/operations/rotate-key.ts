/** `npm run rotate-key`: see the help text below, and "Rotating the signing key" in docs/operations.md. */

import { parseArgs } from 'node:util';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { loadSecrets } from '#local/data-folder/secrets.ts';
import { UsageError } from '#local/settings.ts';
import { loadConfig } from '#shared/kernel/config.ts';
import { createDynamoDbClient } from '#shared/kernel/store/dynamodb/client.ts';
import { secretsManagerSource } from '#shared/people/store/secrets.ts';
import {
  type KeyStore,
  keyCacheSeconds,
  type NextSeed,
  publicKeys,
  revokeSigningKey,
  rotateSigningKey,
} from './lib/signing-key-rotation.ts';
import { cloudSeed, localSeed } from './lib/signing-key-seeds.ts';
import { openStoppedStack } from './lib/stopped-stack.ts';

const helpText = `Replaces the key that signs access tokens, without ending a session.

  npm run rotate-key -- --data-dir <folder>   of a stack on this machine, which must be stopped meanwhile
  npm run rotate-key                          of a deployment: TABLE_NAME and SECRET_ID name its table and secret
                                              (outputs TableName and ServiceSecretArn of the stack data)

  --list           shows the public keys
  --revoke=<kid>   deletes an old public key: its tokens end within ${keyCacheSeconds / 60} minutes
  --wait <seconds> between publishing the new key and signing with it, in a deployment (${keyCacheSeconds})`;

type Options = ReturnType<typeof options>;

function options() {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  return parseArgs({
    args: withKid(process.argv.slice(2)),
    options: { 'data-dir': text, revoke: text, wait: text, list: flag, help: flag },
    strict: true,
  }).values;
}

/** One id in 64 starts with a dash and would look like an option, so pass --revoke=ID. */
function withKid(args: readonly string[]): string[] {
  const at = args.indexOf('--revoke');
  const kid = args[at + 1];
  return at < 0 || kid === undefined ? [...args] : [...args.slice(0, at), `--revoke=${kid}`, ...args.slice(at + 2)];
}

async function main(given: Options): Promise<void> {
  if (given.help) return console.log(helpText);
  if (given['data-dir'] !== undefined) return onThisMachine(given, given['data-dir']);
  const { TABLE_NAME: tableName, SECRET_ID: secretId } = process.env;
  if (!tableName || !secretId) throw new UsageError(helpText);
  const secretsClient = new SecretsManagerClient({});
  const client = createDynamoDbClient();
  const keys = { client, config: loadConfig(), secrets: secretsManagerSource(secretId, secretsClient) };
  await carryOut(given, keys, cloudSeed(secretsClient, secretId), waitSeconds(given));
}

async function onThisMachine(given: Options, directory: string): Promise<void> {
  await using resources = new AsyncDisposableStack();
  const { client, data, settings } = await openStoppedStack(directory, resources);
  const secrets = await loadSecrets(data.secretsFile, settings.adminPassword);
  // The stack is stopped, so no process needs time to read the new key.
  await carryOut(given, { client, config: loadConfig(), secrets }, localSeed(data.secretsFile), 0);
}

async function carryOut(given: Options, keys: KeyStore, next: NextSeed, wait: number): Promise<void> {
  if (given.revoke !== undefined) {
    await revokeSigningKey(keys, given.revoke);
    console.log(`Revoked ${given.revoke}: its tokens end within ${keyCacheSeconds / 60} minutes`);
  } else if (!given.list) {
    if (wait > 0) console.log(`The new key signs in ${wait} seconds, when every function has read its public half ...`);
    const { oldKid, newKid, revocableFrom } = await rotateSigningKey(keys, next, wait);
    console.log(`Key ${newKid} signs from now on. Tokens of ${oldKid} stay valid until they end by themselves.`);
    console.log(`After ${revocableFrom.toISOString()} nothing needs the old one: --revoke=${oldKid}`);
  }
  for (const { kid, createdAt } of await publicKeys(keys)) console.log(`${kid}  published ${createdAt}`);
}

function waitSeconds({ wait }: Options): number {
  const seconds = Number(wait ?? keyCacheSeconds);
  if (!Number.isInteger(seconds) || seconds < 0) throw new UsageError(`--wait '${wait}' is not a number of seconds`);
  return seconds;
}

await main(options()).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
