import { rm } from 'node:fs/promises';
import { isEmbedded } from '#local/engine/access.ts';
import { startStack } from '#local/stack.ts';
import { type Config, loadConfig } from '#shared/kernel/config.ts';
import { keptDatabases } from '#shared/kernel/store/dynamodb/project-databases.ts';
import type { StreamConsumer } from '#shared/kernel/store/system/stream-consumers.ts';
import { isolatedClient } from '#test/support/aws/isolated.ts';
import { createRecorder } from '#test/support/aws/recorder.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine/engine.ts';
import { makeScratch } from '#test/support/engine/scratch.ts';
import type { TestStack } from '#test/support/stack/test-stack.ts';
import { fakeSender } from '#test/support/webhooks/fake-sender.ts';

/** Bytes 0 to 31: every test signs with the same key. */
const seed = Uint8Array.from({ length: 32 }, (_, index) => index);
const admin = { username: 'admin', password: 'correct horse battery staple' };

/** What a test may choose about a stack of its own. */
export interface TestStackOptions {
  /** The service's time. */
  clock?: () => Date;
  /** Overrides single settings. */
  config?: Partial<Config>;
  /** Who is delivered the table's stream; all there are unless given. */
  consumers?: readonly StreamConsumer[];
  /** Of this service at a sign-in provider. */
  clientSecret?: string;
  /** Whether revisions are in the table as on AWS, even if the engine's pipe counts writes. */
  tableRevisions?: boolean;
  /** Whether the engine tells the units of writes, over HTTP. */
  metered?: boolean;
}

/**
 * Starts a stack with the API alone (no pages), responses checked against their schemas, and silent logs.
 * With FIDUCIAL_URL set, the service that is deployed there is used instead, emptied, and the options have no effect;
 * what it cannot do is skipped by `test/deployed`. With FIDUCIAL_RECORD set to a file, the rights that the functions
 * use are added to it (`recorder.ts`).
 */
export async function startTestStack(options: TestStackOptions = {}): Promise<TestStack> {
  const deployed = process.env.FIDUCIAL_URL;
  if (!deployed) return startOwnStack(options);
  const { connectDeployed } = await import('#test/support/aws/deployed.ts');
  return connectDeployed(deployed);
}

function uncounted(engine: TestEngine): TestEngine {
  if (!isEmbedded(engine.access)) return engine;
  const { writes: _, ...access } = engine.access;
  return { ...engine, access };
}

async function startOwnStack(options: TestStackOptions): Promise<TestStack> {
  const engine = await startTestEngine({ metered: options.metered ?? false });
  const { STORED_FORMS } = process.env;
  const config: Config = {
    ...loadConfig({ TABLE_NAME: engine.tableName, STRICT_RESPONSES: 'true', LOG_LEVEL: 'ERROR', STORED_FORMS }),
    adminUsername: admin.username,
    ...options.config,
  };
  const errors: unknown[] = [];
  const recordFile = process.env.FIDUCIAL_RECORD;
  const recorder = recordFile ? createRecorder(recordFile) : undefined;
  recorder?.watch(engine.client);
  const folder = await makeScratch('fiducial-objects-');
  const { clientSecret } = options;
  const secrets = {
    seed: async () => seed,
    adminPassword: async () => admin.password,
    ...(clientSecret !== undefined && { clientSecret: async () => clientSecret }),
  };
  const stack = await startStack({
    engine: options.tableRevisions ? uncounted(engine) : engine,
    client: engine.client,
    config,
    secrets: recorder?.guard(secrets) ?? secrets,
    ...(recorder && { observe: recorder.observe }),
    ...(options.clock && { clock: options.clock }),
    consumers: options.consumers,
    objectsFolder: folder,
    site: undefined,
    port: 0,
    // As the tests' own limit: a machine that is busy with others does not make a chip of 1024 qubits come too late.
    limits: {
      timeoutMilliseconds: 600_000,
      turns: { running: 24, perCaller: 6, waitingPerCaller: 1000, waitMilliseconds: 600_000 },
      heavyTurns: { running: 2, perCaller: 1, waitingPerCaller: 1000, waitMilliseconds: 600_000 },
    },
    onError: (error) => errors.push(error),
  }).catch(async (error: unknown) => {
    await engine.stop();
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  // No test reaches the network: a test of deliveries sets the receiver.
  stack.runtime.ports.webhooks = fakeSender();
  // Every operation of a project has the table as by a session of that project (rule AUTH-44).
  const isolated = (projectId: string) => ({ ...stack.runtime.db, client: isolatedClient(engine.client, projectId) });
  stack.runtime.projects = keptDatabases(isolated, Number.POSITIVE_INFINITY);
  recorder?.follow(stack.runtime.ports);
  return {
    url: stack.url,
    admin: { ...admin, username: config.adminUsername },
    client: engine.client,
    runtime: stack.runtime,
    tableName: engine.tableName,
    settle: () => stack.streams.settle(),
    observe: recorder?.observe ?? ((_, work) => work()),
    stop: async () => {
      await stack.close();
      recorder?.save();
      await engine.stop();
      await rm(folder, { recursive: true, force: true });
      // The gateway has answered these with a bare 500: a test that did not look must fail as well.
      if (errors.length > 0) throw new AggregateError(errors, 'The gateway met errors that no handler had answered');
    },
  };
}
