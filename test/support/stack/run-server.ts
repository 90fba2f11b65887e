import { claimDataDirectory } from '#local/data-folder/data-directory.ts';
import { loadSecrets } from '#local/data-folder/secrets.ts';
import { localClient } from '#local/engine/client.ts';
import { startStack } from '#local/stack.ts';
import { loadConfig } from '#shared/kernel/config.ts';
import type { RunPlan } from '#shared/runs/rules/plan.ts';
import { cancelRun } from '#shared/runs/verbs/end/cancel-run.ts';
import { startEngine } from '#test/support/engine/start-engine.ts';
import { stackRuns } from '#test/support/stack/stack-runs.ts';

/*
 * The service on a data directory, as a process of its own that a test may kill: `node run-server.ts <directory>`.
 * It obeys messages, and answers each with its result.
 */

/** What the process can be told. */
export type ToRunServer = { start: RunPlan } | { cancel: string };

/** Its messages: once that it is ready, then the execution of each message, or why there is none. */
export type FromRunServer =
  | { ready: { databaseFile: string; projectId: string; tableName: string; zone: string } }
  | { executionId: string }
  | { problem: string };

/** The chip of the runs. */
export const runServerChip = { chipId: 'RUNS16', size: 16 };

async function serve(directory: string): Promise<void> {
  const data = await claimDataDirectory(directory);
  const secrets = await loadSecrets(data.secretsFile, 'a password for tests');
  const engine = await startEngine(data.databaseFile);
  const client = localClient(engine.access);
  const config = loadConfig({ LOG_LEVEL: 'ERROR' });
  const { streamsFile, objectsFolder } = data;
  const onError = (error: unknown) => process.stderr.write(`${String(error)}\n`);
  const stack = await startStack({
    engine,
    client,
    config,
    secrets,
    streamsFile,
    objectsFolder,
    site: undefined,
    port: 0,
    limits: { timeoutMilliseconds: 600_000 },
    onError,
  });
  const admin = { username: config.adminUsername, password: await secrets.adminPassword() };
  const runs = await stackRuns({ ...stack, admin }, runServerChip.chipId, runServerChip.size);
  const tell = (message: FromRunServer) => process.send?.(message);
  const obey = async (message: ToRunServer): Promise<FromRunServer> => {
    if ('start' in message) return { executionId: (await runs.start(message.start)).executionId };
    return { executionId: (await cancelRun(runs.ctx, message.cancel)).executionId };
  };
  process.on('message', (message: ToRunServer) => {
    obey(message).then(tell, (error: unknown) => tell({ problem: String(error) }));
  });
  tell({
    ready: {
      databaseFile: data.databaseFile,
      projectId: runs.ctx.projectId,
      tableName: config.tableName,
      zone: config.calendarTimeZone,
    },
  });
}

if (import.meta.main) await serve(process.argv[2] ?? '');
