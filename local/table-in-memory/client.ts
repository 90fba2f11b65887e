import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type Database, openDatabase } from '#shared/kernel/store/dynamodb/database.ts';
import { execute, type Request, requestOf } from './commands.ts';
import type { MemoryTable } from './memory-table.ts';

/** Answers a request, at once or later. */
export type Answer = (request: Request) => Promise<object>;

/** A database client whose requests this process answers: the part of the SDK's client that the store uses. */
export function databaseOf(answer: Answer): Database {
  const client = {
    send: (command: Parameters<typeof requestOf>[0]) => answer(requestOf(command)),
  };
  return openDatabase(client as unknown as DynamoDBClient, 'simulated');
}

/** A table that answers at once. */
export const databaseOfTable = (table: MemoryTable): Database => databaseOf(async (request) => execute(table, request));
