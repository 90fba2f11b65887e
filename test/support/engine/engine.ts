import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DeleteTableCommand, type DynamoDBClient, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import type { EngineAccess } from '#local/engine/access.ts';
import { localClient } from '#local/engine/client.ts';
import { externalEngine } from '#local/engine/engine.ts';
import { ensureTable } from '#local/engine/table.ts';
import { startMeteredEngine } from '#test/support/engine/metered-engine.ts';
import { makeScratch } from '#test/support/engine/scratch.ts';
import { startEngine } from '#test/support/engine/start-engine.ts';

/** A real engine of one test file. */
export interface TestEngine {
  access: EngineAccess;
  client: DynamoDBClient;
  /** A name that no other test file uses. */
  tableName: string;
  /** Database file of an embedded engine, else undefined. */
  databaseFile: string | undefined;
  /** Creates the service's table under `tableName`. Idempotent. */
  createTable(): Promise<void>;
  /** Ends the engine and removes its data; at a shared engine, the table. */
  stop(): Promise<void>;
}

/**
 * Starts an engine with its data in a temporary directory: one a test file, in milliseconds.
 * With DYNAMODB_ENDPOINT set, that server is used instead, with a table of its own; its access key is DYNAMODB_ACCESS_KEY_ID.
 * @param metered whether it tells the units of writes, too, which the embedded engine does not tell the service.
 */
export async function startTestEngine({ metered = false } = {}): Promise<TestEngine> {
  const shared = process.env.DYNAMODB_ENDPOINT;
  const directory = await makeScratch('fiducial-test-');
  const engine = shared
    ? externalEngine({ endpoint: shared, accessKeyId: process.env.DYNAMODB_ACCESS_KEY_ID })
    : await (metered ? startMeteredEngine(directory) : startEngine(join(directory, 'dynamodb.db')));
  const client = localClient(engine.access);
  const tableName = `fiducial-test-${randomUUID()}`;
  return {
    access: engine.access,
    client,
    tableName,
    databaseFile: engine.databaseFile,
    createTable: () => ensureTable(client, tableName, engine.databaseFile),
    stop: async () => {
      if (shared) await client.send(new DeleteTableCommand({ TableName: tableName })).catch(ignoreMissing);
      client.destroy();
      await engine.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof ResourceNotFoundException)) throw error;
}
