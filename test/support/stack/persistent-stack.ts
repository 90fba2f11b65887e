import { claimDataDirectory } from '#local/data-folder/data-directory.ts';
import { loadSecrets } from '#local/data-folder/secrets.ts';
import { localClient } from '#local/engine/client.ts';
import { startStack } from '#local/stack.ts';
import type { Streams } from '#local/streams/streams.ts';
import { loadConfig } from '#shared/kernel/config.ts';
import { startEngine } from '#test/support/engine/start-engine.ts';
import { createFullClient, type FullClient } from '#test/support/stack/full-client.ts';

/** A service whose data stays in its directory when it is stopped, as `npm start` has it. */
export interface PersistentStack {
  url: string;
  streams: Streams;
  /** Closes the days that are over. */
  closeDays(): Promise<unknown>;
  /** Goes on with pending work. */
  sweep(): Promise<unknown>;
  /** All that the operator was told so far, a line each. */
  said(): string;
  /** A fresh token of the administrator. */
  login(): Promise<string>;
  /** A client with a token. */
  as(token: string): FullClient;
  stop(): Promise<void>;
}

/**
 * Starts the service on a data directory in this process: claimed, and with the secrets that are kept there.
 * @param mayFail whether it may meet errors, as on a full disk.
 * @param settings variables of its environment.
 */
export async function startPersistentStack(
  directory: string,
  { mayFail = false, settings = {} }: { mayFail?: boolean; settings?: Record<string, string> } = {},
): Promise<PersistentStack> {
  const data = await claimDataDirectory(directory);
  const secrets = await loadSecrets(data.secretsFile, undefined);
  const engine = await startEngine(data.databaseFile);
  const client = localClient(engine.access);
  const config = loadConfig({ STRICT_RESPONSES: 'true', LOG_LEVEL: 'ERROR', ...settings });
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const { streamsFile, searchFile } = data;
  const stack = await startStack({
    engine,
    client,
    config,
    secrets,
    streamsFile,
    searchFile,
    objectsFolder: data.objectsFolder,
    dataFolder: data.path,
    site: undefined,
    port: 0,
    limits: { timeoutMilliseconds: 600_000 },
    onError,
  });
  const baseUrl = `${stack.url}/api`;
  return {
    url: stack.url,
    streams: stack.streams,
    closeDays: async () => stack.closeSpans?.(),
    sweep: stack.sweep,
    said: () => errors.map(String).join('\n'),
    login: async () => {
      const body = { username: config.adminUsername, password: await secrets.adminPassword() };
      return (await createFullClient({ baseUrl }).login({ body })).access_token;
    },
    as: (token) => createFullClient({ baseUrl, token: () => token }),
    stop: async () => {
      await stack.close();
      client.destroy();
      await engine.stop();
      await data.release();
      // Texts are notices.
      const failures = errors.filter((error) => typeof error !== 'string');
      if (failures.length > 0 && !mayFail)
        throw new AggregateError(failures, 'The service met errors that no handler had answered');
    },
  };
}
