import { claimDataDirectory } from '#local/data-folder/data-directory.ts';
import { loadSecrets } from '#local/data-folder/secrets.ts';
import { localClient } from '#local/engine/client.ts';
import { startStack } from '#local/stack.ts';
import { loadConfig } from '#shared/kernel/config.ts';
import { startEngine } from '#test/support/engine/start-engine.ts';

/*
 * The service on a data directory, as a process of its own that a test may kill: `node serve.ts <directory> <port>`. It
 * tells its parent when it answers.
 */

/** What the process tells: who the administrator is. */
export interface Served {
  url: string;
  admin: { username: string; password: string };
}

async function serve(directory: string, port: number): Promise<void> {
  const data = await claimDataDirectory(directory);
  const secrets = await loadSecrets(data.secretsFile, 'a password for tests');
  const engine = await startEngine(data.databaseFile);
  const config = loadConfig({ ...process.env, LOG_LEVEL: 'ERROR' });
  const { streamsFile, searchFile, objectsFolder } = data;
  const stack = await startStack({
    engine,
    client: localClient(engine.access),
    config,
    secrets,
    streamsFile,
    searchFile,
    objectsFolder,
    site: undefined,
    port,
    onError: (error) => process.stderr.write(`${String(error)}\n`),
  });
  const admin = { username: config.adminUsername, password: await secrets.adminPassword() };
  process.send?.({ url: stack.url, admin } satisfies Served);
}

if (import.meta.main) await serve(process.argv[2] ?? '', Number(process.argv[3]));
