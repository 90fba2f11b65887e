import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Ports } from '#functions/runtime.ts';
import type { SecretSource } from '#shared/people/store/secret-source.ts';
import { askAdapters, watchRequests } from './asked-adapters.ts';
import { inSession } from './isolated.ts';
import { type AwsRequest, type NeededRight, rightsFor, secretRight, type UsedRight } from './used-right.ts';
import { writtenCall } from './written-call.ts';

/** Notes which rights each function uses, and what it writes by which calls, while a stack runs. */
export interface Recorder {
  /** Wraps the work of a function; calls outside of any function are not recorded. */
  observe<T>(functionName: string, work: () => Promise<T>): Promise<T>;
  /** Notes what a client sends. */
  watch(client: DynamoDBClient): void;
  /** Notes what reads the secret. */
  guard(secrets: SecretSource): SecretSource;
  /** Notes what the ports' AWS adapters would send for the calls to the ports. */
  follow(ports: Ports): void;
  /** Adds what was noted to the file, a JSON object a line. */
  save(): void;
}

/** A recorder that saves to a file; several may save to the same. */
export function createRecorder(file: string): Recorder {
  const current = new AsyncLocalStorage<string>();
  const noted = new Set<string>();
  const note = ({ by, ...right }: NeededRight) => {
    const functionName = current.getStore();
    if (functionName === undefined) return;
    const used: UsedRight = { function: by ?? functionName, ...right };
    noted.add(JSON.stringify(used));
  };
  const noteWrite = (request: AwsRequest) => {
    const functionName = current.getStore();
    const call = functionName === undefined ? undefined : writtenCall(request);
    if (call) noted.add(JSON.stringify({ function: functionName, ...call, ...(inSession() && { inSession: true }) }));
  };
  const noteRequest = (request: AwsRequest) => {
    rightsFor(request).forEach(note);
    noteWrite(request);
  };
  const noteSecret = <T>(read: () => Promise<T>) => {
    note(secretRight);
    return read();
  };
  return {
    observe: (functionName, work) => current.run(functionName, work),
    watch: (client) => watchRequests(client, noteRequest),
    guard: ({ seed, adminPassword, clientSecret }) => ({
      seed: () => noteSecret(seed),
      adminPassword: () => noteSecret(adminPassword),
      ...(clientSecret && { clientSecret: () => noteSecret(clientSecret) }),
    }),
    follow: (ports) => askAdapters(ports, () => current.getStore() !== undefined, noteRequest),
    save: () => {
      const lines = [...noted].map((line) => `${line}\n`).join('');
      if (lines !== '') appendFileSync(file, lines);
    },
  };
}
