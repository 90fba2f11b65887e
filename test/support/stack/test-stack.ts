import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Runtime } from '#functions/runtime.ts';

/** The whole service in the process of a test file, on a real engine and behind a real port. */
export interface TestStack {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  url: string;
  admin: { username: string; password: string };
  client: DynamoDBClient;
  runtime: Runtime;
  tableName: string;
  /** Resolves when the consumers of the table's stream have nothing left to do. */
  settle(): Promise<void>;
  /** Does the work of a function that a test calls itself, by its name for the record of rights. */
  observe<T>(functionName: string, work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}
