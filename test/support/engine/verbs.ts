import { type AttributeValue, type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { localClient } from '#local/engine/client.ts';
import { loadConfig } from '#shared/kernel/config.ts';
import type { Context, ProjectContext, UserContext } from '#shared/kernel/context.ts';
import { fromImage } from '#shared/kernel/store/dynamodb/attribute-values.ts';
import { batchWriteItems, type Database, openDatabase } from '#shared/kernel/store/dynamodb/database.ts';
import { writeForms } from '#shared/kernel/store/dynamodb/written-forms.ts';
import { getUser } from '#shared/people/store/users.ts';
import { addUser } from '#test/support/engine/add-user.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine/engine.ts';
import { type Faults, injectFaults } from '#test/support/engine/faults.ts';
import { type MemoryObjects, memoryObjects } from '#test/support/engine/memory-objects.ts';
import { type FakeScheduler, fakeScheduler } from '#test/support/runs/schedules.ts';

/** The verbs on a real engine, with a clock and faults that the test controls. */
export interface Verbs {
  engine: TestEngine;
  client: DynamoDBClient;
  db: Database;
  faults: Faults;
  /** The time of `ctx.clock`; it changes only when a test sets it. */
  now: Date;
  ctx: Context & { objects: MemoryObjects; scheduler: FakeScheduler };
  /** A new user with a default project, and a context in which they act there as its owner. */
  member(username: string): Promise<ProjectContext & { projectId: string }>;
  /** The same caller, with their current record, in another project. */
  inProject(ctx: UserContext, projectId: string): Promise<ProjectContext>;
  /** Every item as text, by key: equal maps are byte-identical tables. */
  table(): Promise<Map<string, string>>;
  /** Deletes every item and object. */
  empty(): Promise<void>;
  /** Keeps every item and object, and the time. @returns what brings them back, which is cheaper than to make them anew. */
  keep(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

/** Bytes 0 to 31. */
const seed = Uint8Array.from({ length: 32 }, (_, index) => index);

/** The first administrator's password. */
export const password = 'correct horse battery staple';

/**
 * Starts an engine with the service's table. `attempts` is how often the SDK sends a request, at once and without
 * waiting between: 1 shows every injected fault to the code above it. A `metered` engine tells the units of writes.
 */
export async function startVerbs(attempts = 1, { metered = false } = {}): Promise<Verbs> {
  const engine = await startTestEngine({ metered });
  await engine.createTable();
  const client = localClient(engine.access, { retryStrategy: eagerRetries(attempts) });
  const db = openDatabase(client, engine.tableName);
  const { STORED_FORMS } = process.env;
  const config = loadConfig({ TABLE_NAME: engine.tableName, LOG_LEVEL: 'ERROR', STORED_FORMS });
  writeForms(config.storedForms);
  const ctx = {
    db,
    objects: memoryObjects(),
    config,
    secrets: { seed: async () => seed, adminPassword: async () => password },
    log: silentLog,
    clock: () => verbs.now,
    requestId: 'test',
    scheduler: fakeScheduler(),
  };
  const verbs: Verbs = {
    engine,
    client,
    db,
    ctx,
    faults: injectFaults(client),
    now: new Date('2025-03-01T12:00:00.000Z'),
    member: async (username) => {
      const { userId, defaultProjectId } = await addUser(ctx, {
        userId: `usr_${username}`,
        username,
        passwordHash: 'no one has it',
      });
      return actingIn(ctx, userId, defaultProjectId ?? '');
    },
    inProject: ({ actor }, projectId) => actingIn(ctx, actor.user.userId, projectId),
    table: () => tableOf(engine.client, engine.tableName),
    empty: async () => {
      ctx.objects.kept.clear();
      await emptyTable(engine);
    },
    keep: async () => {
      const { now } = verbs;
      const objects = [...ctx.objects.kept];
      const bringItemsBack = await keepTable(engine);
      return async () => {
        verbs.now = now;
        ctx.objects.kept.clear();
        for (const [key, bytes] of objects) ctx.objects.kept.set(key, bytes);
        await bringItemsBack();
      };
    },
    stop: async () => {
      client.destroy();
      await engine.stop();
    },
  };
  return verbs;
}

async function actingIn(ctx: Context, userId: string, projectId: string): Promise<ProjectContext> {
  const user = await getUser(ctx.db, userId);
  if (!user) throw new Error(`no user ${userId}`);
  return { ...ctx, actor: { user, apiToken: undefined }, projectId, role: 'owner' };
}

const ignore = () => undefined;
const silentLog = { debug: ignore, info: ignore, warn: ignore, error: ignore, access: ignore, measure: ignore };

/** The SDK's standard retries of transient errors and throttling, without the waiting. */
function eagerRetries(attempts: number) {
  const token = (count: number) => ({ getRetryCount: () => count, getRetryDelay: () => 0 });
  return {
    mode: 'standard',
    acquireInitialRetryToken: async () => token(0),
    refreshRetryTokenForRetry: async (
      { getRetryCount }: { getRetryCount(): number },
      { errorType }: { errorType: string },
    ) => {
      const again = getRetryCount() + 1 < attempts && (errorType === 'TRANSIENT' || errorType === 'THROTTLING');
      if (!again) throw new Error('No more attempts');
      return token(getRetryCount() + 1);
    },
    recordSuccess: () => undefined,
  };
}

type RawItem = Record<string, AttributeValue>;

/** Every item of a table as text, by key: equal maps are byte-identical tables. */
export async function tableOf(client: DynamoDBClient, tableName: string): Promise<Map<string, string>> {
  return new Map((await scan(client, tableName)).map((item) => [keyText(item), textOf(item)]));
}

async function scan(client: DynamoDBClient, tableName: string): Promise<RawItem[]> {
  const items: RawItem[] = [];
  for await (const page of paginateScan({ client }, { TableName: tableName })) items.push(...(page.Items ?? []));
  return items;
}

async function emptyTable(engine: TestEngine): Promise<void> {
  const db = openDatabase(engine.client, engine.tableName);
  // The engine's own client meets no faults.
  const items = await scan(engine.client, engine.tableName);
  await batchWriteItems(
    db,
    items.map((item) => ({ delete: keyOf(item) })),
  );
}

/** @returns what deletes the items that have come since, and writes those that are gone or other than they were. */
async function keepTable(engine: TestEngine): Promise<() => Promise<void>> {
  const db = openDatabase(engine.client, engine.tableName);
  const read = async () => (await scan(engine.client, engine.tableName)).map((item) => [keyText(item), item] as const);
  const kept = new Map((await read()).map(([key, item]) => [key, { text: textOf(item), put: storedItem(item) }]));
  return async () => {
    const found = new Map(await read());
    const added = [...found].filter(([key]) => !kept.has(key)).map(([, item]) => ({ delete: keyOf(item) }));
    const isOther = (key: string, text: string) => {
      const item = found.get(key);
      return item === undefined || textOf(item) !== text;
    };
    const lost = [...kept].filter(([key, { text }]) => isOther(key, text)).map(([, { put }]) => ({ put }));
    await batchWriteItems(db, [...added, ...lost]);
  };
}

const keyOf = (item: RawItem) => ({ pk: item.pk?.S ?? '', sk: item.sk?.S ?? '' });
/** `fromImage` changes the item that it is given, so the key is read first. */
const storedItem = (item: RawItem) => ({ ...keyOf(item), ...fromImage(item) });
const keyText = (item: RawItem): string => `${item.pk?.S} | ${item.sk?.S}`;

function textOf(item: RawItem): string {
  return JSON.stringify(item, (_, value: unknown) => {
    if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
