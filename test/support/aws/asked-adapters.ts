import { S3Client } from '@aws-sdk/client-s3';
import { ConflictException, SchedulerClient } from '@aws-sdk/client-scheduler';
import { SFNClient } from '@aws-sdk/client-sfn';
import type { Ports } from '#functions/runtime.ts';
import { s3Objects } from '#shared/kernel/objects/s3.ts';
import { s3Downloads } from '#shared/kernel/objects/s3-downloads.ts';
import { s3Uploads } from '#shared/kernel/objects/s3-uploads.ts';
import { stepFunctions } from '#shared/runs/orchestration/step-functions.ts';
import { eventBridgeScheduler } from '#shared/schedules/scheduling/event-bridge.ts';
import { bucketName, schedulerNames, stateMachineArn } from './deployed-names.ts';
import type { AwsRequest } from './used-right.ts';

/** The ports whose adapters for AWS send requests that a role must allow; the search has its tests elsewhere. */
type AskedPorts = Required<Pick<Ports, 'orchestrator' | 'objects' | 'uploads' | 'downloads' | 'scheduler'>>;

/** The part of an SDK client that is needed here. */
interface WatchedClient {
  config: unknown;
  middlewareStack: unknown;
}

type Send = (args: { input: object }) => Promise<{ output: unknown; response: unknown }>;

/** The part of a middleware stack that is used, the same in every client. */
interface Stack {
  add(middleware: (next: Send, context: { commandName?: string }) => Send, options: object): void;
}

/** Tells what a client is about to send, presigned requests included. */
export function watchRequests({ config, middlewareStack }: WatchedClient, told: (request: AwsRequest) => void): void {
  const { defaultSigningName: service } = config as { defaultSigningName: string };
  (middlewareStack as Stack).add(
    (next, { commandName = '' }) =>
      (args) => {
        told({ service, command: commandName.replace(/Command$/, ''), input: args.input });
        return next(args);
      },
    { step: 'initialize', name: 'watchRequests' },
  );
}

/**
 * Repeats the calls to the ports of a runtime on the AWS adapters while `isAsked` says so, and passes the requests that
 * they would send to `told`. Nothing is sent: the answers let each adapter take its longest path. Ports that are
 * replaced later are followed.
 */
export function askAdapters(ports: Ports, isAsked: () => boolean, told: (request: AwsRequest) => void): void {
  const settings = { region: 'eu-central-1', credentials: { accessKeyId: 'none', secretAccessKey: 'none' } };
  const unsent = <C extends WatchedClient>(client: C): C => {
    watchRequests(client, told);
    // Around the deserializer, before which a presigned request has turned back.
    (client.middlewareStack as Stack).add(
      (_, { commandName = '' }) =>
        async (args) => ({ response: {}, output: { ...longestAnswer(commandName, args.input), $metadata: {} } }),
      { step: 'deserialize', priority: 'high', name: 'unsent' },
    );
    return client;
  };
  const adapters: AskedPorts = {
    orchestrator: stepFunctions(stateMachineArn, unsent(new SFNClient(settings))),
    objects: s3Objects(bucketName, unsent(new S3Client(settings))),
    uploads: s3Uploads(bucketName, unsent(new S3Client({ ...settings, requestChecksumCalculation: 'WHEN_REQUIRED' }))),
    downloads: s3Downloads(bucketName, unsent(new S3Client(settings))),
    scheduler: eventBridgeScheduler(schedulerNames, unsent(new SchedulerClient(settings))),
  };
  for (const name of Object.keys(adapters) as (keyof AskedPorts)[]) {
    let given = ports[name];
    Object.defineProperty(ports, name, {
      get: () => given && alsoAsked(given, adapters[name], isAsked),
      set: (port) => {
        given = port;
      },
    });
  }
}

/** The answer after which an adapter has most to send. */
function longestAnswer(command: string, input: object): object {
  switch (command) {
    case 'CreateScheduleCommand':
      throw new ConflictException({ message: '', Message: 'It is there already', $metadata: {} });
    case 'ListObjectsV2Command':
      return { Contents: [{ Key: `${(input as { Prefix: string }).Prefix}one` }] };
    // One that is seen running is not asked for again at once.
    case 'DescribeExecutionCommand':
      return { status: 'SUCCEEDED' };
    default:
      return {};
  }
}

/** A port that asks an adapter the same before it answers. */
function alsoAsked<P extends object>(port: P, adapter: object, isAsked: () => boolean): P {
  return new Proxy(port, {
    get: (_, name) => {
      const own: unknown = Reflect.get(port, name);
      const other: unknown = Reflect.get(adapter, name);
      if (typeof own !== 'function' || typeof other !== 'function' || !isAsked()) return own;
      return async (...args: unknown[]) => {
        await other(...args);
        return own.apply(port, args);
      };
    },
  });
}
