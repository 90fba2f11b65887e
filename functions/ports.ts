import { inNetworks } from '#shared/kernel/network-list.ts';
import type { ArchiveMaker, ExportMaker } from '#shared/kernel/objects/archive-maker.ts';
import type { DownloadAddresses } from '#shared/kernel/objects/downloads.ts';
import type { ObjectStore } from '#shared/kernel/objects/port.ts';
import { s3Objects } from '#shared/kernel/objects/s3.ts';
import { s3Downloads } from '#shared/kernel/objects/s3-downloads.ts';
import { s3Uploads } from '#shared/kernel/objects/s3-uploads.ts';
import type { UploadAddresses } from '#shared/kernel/objects/uploads.ts';
import type { ChatPoster } from '#shared/notifications/chat/port.ts';
import { slackPoster } from '#shared/notifications/chat/slack.ts';
import type { EmailSender } from '#shared/notifications/email/port.ts';
import { sesSender } from '#shared/notifications/email/ses.ts';
import { httpsSender } from '#shared/notifications/webhooks/https-sender.ts';
import type { WebhookSender } from '#shared/notifications/webhooks/port.ts';
import { isPublicAddress } from '#shared/notifications/webhooks/public-address.ts';
import type { Orchestrator } from '#shared/runs/orchestration/port.ts';
import { stepFunctions } from '#shared/runs/orchestration/step-functions.ts';
import { eventBridgeScheduler } from '#shared/schedules/scheduling/event-bridge.ts';
import type { Scheduler } from '#shared/schedules/scheduling/port.ts';
import { OpenSearch } from '#shared/search/index/open-search.ts';
import { openTransport } from '#shared/search/index/open-search-transport.ts';
import type { EventSearch, SearchIndex } from '#shared/search/index/port.ts';
import { TableSearch } from '#shared/search/index/table-search.ts';
import type { WorkQueue } from '#shared/work/queue/port.ts';
import { sqsQueue } from '#shared/work/queue/sqs.ts';
import { type Ports, type Runtime, runtime } from './runtime.ts';

/*
 * What functions reach besides the table: what the runtime was given, else the adapter for AWS. A bundle has only the
 * adapters whose functions are called in it, so nothing here runs when the module is loaded.
 */

const adapters = /* @__PURE__ */ new WeakMap<Runtime, Ports>();

/** The port of this name that the runtime was given, else an adapter, made at the first call and kept. */
function port<K extends keyof Ports>(name: K, make: (runtime: Runtime) => Ports[K]): Ports[K] {
  const current = runtime();
  if (current.ports[name]) return current.ports[name];
  const made = adapters.get(current) ?? {};
  adapters.set(current, made);
  made[name] ??= make(current);
  return made[name];
}

/** A port of which there is always an adapter. */
const portOf = <K extends keyof Ports>(name: K, make: (runtime: Runtime) => NonNullable<Ports[K]>) =>
  port(name, make) as NonNullable<Ports[K]>;

/** The store of figures and raw data: the bucket of the configuration. */
export const objects = (): ObjectStore => portOf('objects', ({ config }) => s3Objects(config.bucketName));

/** A verb's context with that store in it. */
export const withObjects = <C extends object>(ctx: C): C & { objects: ObjectStore } => ({ ...ctx, objects: objects() });

/** A verb's context with the store of files and their addresses in it. */
export const withFiles = <C extends object>(ctx: C): C & { objects: ObjectStore; downloads: DownloadAddresses } => ({
  ...withObjects(ctx),
  downloads: portOf('downloads', ({ config }) => s3Downloads(config.bucketName)),
});

/** A verb's context with files, their addresses, and the maker of archives, unless the bucket starts it. */
export const withArchives = <C extends object>(
  ctx: C,
): ReturnType<typeof withFiles<C>> & { archives: ArchiveMaker | undefined } => ({
  ...withFiles(ctx),
  archives: runtime().ports.archives,
});

/** A verb's context with files, their addresses, and the maker of exports, unless the bucket starts it. */
export const withExports = <C extends object>(
  ctx: C,
): ReturnType<typeof withFiles<C>> & { exports: ExportMaker | undefined } => ({
  ...withFiles(ctx),
  exports: runtime().ports.exports,
});

/** A verb's context with the source of upload addresses. */
export const withUploads = <C extends object>(ctx: C): C & { uploads: UploadAddresses } => ({
  ...ctx,
  uploads: portOf('uploads', ({ config }) => s3Uploads(config.bucketName)),
});

/** The state machine that runs flows: Step Functions. */
export const orchestrator = (): Orchestrator =>
  portOf('orchestrator', ({ config }) => stepFunctions(config.stateMachineArn));

/** A verb's context with the state machine in it. */
export const orchestrated = <C extends object>(ctx: C): C & { orchestrator: Orchestrator } => ({
  ...ctx,
  orchestrator: orchestrator(),
});

/** A verb's context with the scheduler in it: EventBridge Scheduler. */
export const scheduling = <C extends object>(ctx: C): C & { scheduler: Scheduler } => ({
  ...ctx,
  scheduler: portOf('scheduler', ({ config }) => eventBridgeScheduler(config.scheduler)),
});

/** A verb's context with its chat client: Slack, the only chat there is. */
export const chatting = <C extends object>(ctx: C): C & { chat: ChatPoster } => ({
  ...ctx,
  chat: portOf('chat', () => slackPoster()),
});

/** The sender of e-mails: Amazon SES; undefined if no sender is configured (rule MAIL-5). */
export function emailSender(): EmailSender | undefined {
  if (runtime().config.emailSender === '') return undefined;
  return port('email', ({ config, client: { config: aws } }) =>
    sesSender({ from: config.emailSender, region: aws.region, credentials: aws.credentials }),
  );
}

/** A verb's context with its sender of webhooks, which reaches the public network and the addresses that the operator names (rule HOOK-2). */
export const sending = <C extends object>(ctx: C): C & { webhooks: WebhookSender } => ({
  ...ctx,
  webhooks: portOf('webhooks', ({ config }) => {
    const isNamed = inNetworks(config.webhookNetworks);
    return httpsSender({ allows: (address) => isPublicAddress(address) || isNamed(address) });
  }),
});

const openSearch = (): SearchIndex | undefined =>
  port('search', ({ config: { openSearchEndpoint, openSearchAlias }, client }) =>
    openSearchEndpoint === ''
      ? undefined
      : new OpenSearch(openTransport(openSearchEndpoint, client.config.credentials), openSearchAlias),
  );

/** What finds note events: OpenSearch where an endpoint is named, else the caller's table alone. */
export const eventSearch = ({ db }: Pick<Runtime, 'db'>): EventSearch => openSearch() ?? new TableSearch(db);

/** The index that follows the table. @throws Error where the service has none. */
export function searchIndex(): SearchIndex {
  const index = openSearch();
  if (!index) throw new Error('OPENSEARCH_ENDPOINT names no index for the consumer to keep');
  return index;
}

/** The queue for the work of this function, if the configuration names one; without one it does all itself. */
export const workQueue = (): WorkQueue | undefined =>
  port('workQueue', ({ config, client: { config: aws } }) =>
    config.workQueueUrl === ''
      ? undefined
      : sqsQueue({
          queueUrl: config.workQueueUrl,
          endpoint: config.queueEndpoint,
          region: aws.region,
          credentials: aws.credentials,
        }),
  );
