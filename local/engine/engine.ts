import { existsSync } from 'node:fs';
import type { EngineAccess, ServerAccess } from '#local/engine/access.ts';
import { javaProblem, startDynamoDbLocal } from '#local/engine/dynamodb-local.ts';
import { spawnEngine } from '#local/engine/embedded/process.ts';
import { ProjectWrites } from '#local/engine/embedded/project-writes.ts';
import { findEngine } from '#local/engine/engine-package.ts';
import type { Host } from '#local/engine/host.ts';
import { noEngineMessage } from '#local/engine/no-engine.ts';
import { UsageError } from '#local/settings.ts';

/** A DynamoDB-compatible server that the local stack or a test talks to. */
export interface Engine {
  access: EngineAccess;
  /** Database file of an embedded engine; undefined for an external server. */
  databaseFile: string | undefined;
  /** Resolves with a sentence when an embedded engine has ended for any reason. */
  ended: Promise<string>;
  /** Ends an embedded engine and waits for it; does nothing to an external one. May be called twice. */
  stop(): Promise<void>;
}

/** An external engine: DynamoDB Local or an emulator. */
export function externalEngine(access: ServerAccess): Engine {
  return { access, databaseFile: undefined, ended: new Promise(() => undefined), stop: async () => undefined };
}

/** Security notice about an external server (rule DEPLOY-33). */
export const openServerNotice = (endpoint: string): string =>
  `DYNAMODB_ENDPOINT: anyone who reaches ${endpoint} can read and change every project without a password. ` +
  'Close it to other accounts, browsers and machines (see SECURITY.md).';

/** Where the engines of one machine keep the table: the embedded one in a file, DynamoDB Local in a folder. */
export interface EngineData {
  databaseFile: string;
  dynamodbLocalFolder: string;
}

/**
 * Starts the engine that this machine supports: the embedded one, else DynamoDB Local if a Java is found (rule
 * DEPLOY-18). Each engine only opens its own data.
 * @throws UsageError that says why there is neither, and how to get one.
 */
export async function openEngine(data: EngineData, host: Host, log: (line: string) => void): Promise<Engine> {
  if (existsSync(data.dynamodbLocalFolder)) return openDynamoDbLocal(data, host, [], log);
  const found = await findEngine(host, log);
  if ('program' in found) return startProgram(found.program, data.databaseFile);
  if (existsSync(data.databaseFile))
    throw new UsageError(
      `${data.databaseFile} was written by the embedded engine, which is not available:\n  - ${found.problem}`,
    );
  return openDynamoDbLocal(data, host, [found.problem], log);
}

async function openDynamoDbLocal(
  data: EngineData,
  host: Host,
  problems: readonly string[],
  log: (line: string) => void,
): Promise<Engine> {
  const problem = await javaProblem(host, log);
  if (problem !== undefined) throw new UsageError(noEngineMessage(host, [...problems, problem]));
  for (const reason of problems) log(`${reason}: DynamoDB Local keeps the table, in ${data.dynamodbLocalFolder}`);
  return { databaseFile: undefined, ...(await startDynamoDbLocal(host, data.dynamodbLocalFolder)) };
}

/** An engine in a separate process. It opens no port, and ends with this process in any case. */
async function startProgram(program: string, databaseFile: string): Promise<Engine> {
  const { ask, ended, stop } = await spawnEngine(program, databaseFile);
  const writes = new ProjectWrites();
  return { access: { databaseFile, ask: writes.counting(ask), writes }, databaseFile, ended, stop };
}
