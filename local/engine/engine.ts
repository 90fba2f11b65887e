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
  /** Database file of an embedded engine; undefined for one that somebody else runs. */
  databaseFile: string | undefined;
  /** Resolves with a sentence once an embedded engine has ended, for whatever reason. */
  ended: Promise<string>;
  /** Ends an embedded engine and waits for it; leaves any other alone. May be called twice. */
  stop(): Promise<void>;
}

/** An engine that somebody else runs: AWS's DynamoDB Local, an emulator. */
export function externalEngine(access: ServerAccess): Engine {
  return { access, databaseFile: undefined, ended: new Promise(() => undefined), stop: async () => undefined };
}

/** What a person should know of a server that somebody else runs (rule DEPLOY-33). */
export const openServerNotice = (endpoint: string): string =>
  `DYNAMODB_ENDPOINT: whoever reaches ${endpoint} can read and change every project, without a password. ` +
  'Close it to other accounts, browsers and machines (see SECURITY.md).';

/** Where the engines of one machine keep the table: the embedded one in a file, DynamoDB Local in a folder. */
export interface EngineData {
  databaseFile: string;
  dynamodbLocalFolder: string;
}

/**
 * Starts the engine that this machine can have: the embedded one, else DynamoDB Local by a Java that is found (rule DEPLOY-18).
 * Data that one of them wrote is opened by that one alone.
 * @throws UsageError that says why there is neither, and what gives one.
 */
export async function openEngine(data: EngineData, host: Host, log: (line: string) => void): Promise<Engine> {
  if (existsSync(data.dynamodbLocalFolder)) return openDynamoDbLocal(data, host, [], log);
  const found = await findEngine(host, log);
  if ('program' in found) return startProgram(found.program, data.databaseFile);
  if (existsSync(data.databaseFile))
    throw new UsageError(
      `${data.databaseFile} was written by the embedded engine, which is not to be had:\n  - ${found.problem}`,
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

/** An engine in a process of its own. It listens nowhere, and ends with this process however that ends. */
async function startProgram(program: string, databaseFile: string): Promise<Engine> {
  const { ask, ended, stop } = await spawnEngine(program, databaseFile);
  const writes = new ProjectWrites();
  return { access: { databaseFile, ask: writes.counting(ask), writes }, databaseFile, ended, stop };
}
