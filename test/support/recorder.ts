import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { SecretSource } from '#shared/store/secrets.ts';

/** One right that a function of the service has used. */
export interface UsedRight {
  /** An API group, or `sweep`. */
  function: string;
  /** As IAM names it, such as `dynamodb:Query`. */
  action: string;
  /** `table`, `index/<name>` or `secret`. */
  resource: string;
}

/** Notes which rights each function uses while a stack runs. */
export interface Recorder {
  /** Wraps the work of a function; what is called outside of any is not noted. */
  observe<T>(functionName: string, work: () => Promise<T>): Promise<T>;
  /** Notes what a client sends. */
  watch(client: DynamoDBClient): void;
  /** Notes what reads the secret. */
  guard(secrets: SecretSource): SecretSource;
  /** Adds what was noted to the file, a JSON object a line. */
  save(): void;
}

interface TransactWrite {
  TransactItems?: Record<string, unknown>[];
}

const transactionActions: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** The IAM actions of a request: a transaction needs those of its parts and has none of its own. */
function actionsOf(command: string, input: object): string[] {
  if (command === 'TransactGetItems') return ['GetItem'];
  if (command !== 'TransactWriteItems') return [command];
  const parts = ((input as TransactWrite).TransactItems ?? []).flatMap(Object.keys);
  return parts.map((part) => transactionActions[part] ?? `unknown part ${part} of a transaction`);
}

/** A recorder that saves to a file; several may save to the same. */
export function createRecorder(file: string): Recorder {
  const current = new AsyncLocalStorage<string>();
  const used = new Map<string, UsedRight>();
  const note = (action: string, resource: string) => {
    const functionName = current.getStore();
    if (functionName === undefined) return;
    const right = { function: functionName, action, resource };
    used.set(JSON.stringify(right), right);
  };
  const noteSecret = <T>(read: () => Promise<T>) => {
    note('secretsmanager:GetSecretValue', 'secret');
    return read();
  };
  return {
    observe: (functionName, work) => current.run(functionName, work),
    watch: (client) => {
      client.middlewareStack.add(
        (next, context) => (args) => {
          const command = (context.commandName ?? '').replace(/Command$/, '');
          const { IndexName: index } = args.input as { IndexName?: string };
          for (const action of actionsOf(command, args.input))
            note(`dynamodb:${action}`, index ? `index/${index}` : 'table');
          return next(args);
        },
        { step: 'initialize', name: 'recordUsedRights' },
      );
    },
    guard: ({ seed, adminPassword }) => ({
      seed: () => noteSecret(seed),
      adminPassword: () => noteSecret(adminPassword),
    }),
    save: () => {
      const lines = [...used.keys()].map((line) => `${line}\n`).join('');
      if (lines !== '') appendFileSync(file, lines);
    },
  };
}
