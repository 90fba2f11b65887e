import { loadGroup } from '#functions/groups.ts';
import { contextOf, createRuntime, provideRuntime } from '#functions/runtime.ts';
import { closeServer, createGateway, listen } from '#local/gateway/gateway.ts';
import { runsInProcess } from '#local/runs/flow-runs.ts';
import { createTimers } from '#local/schedules/timers.ts';
import { databaseOfTable } from '#local/table-in-memory/client.ts';
import type { MemoryTable } from '#local/table-in-memory/memory-table.ts';
import { type Client, createClient } from '#shared/api/client.ts';
import { routeList } from '#shared/api/routes.ts';
import type { Config } from '#shared/kernel/config.ts';
import { diskObjects } from '#shared/kernel/objects/disk.ts';
import type { SecretSource } from '#shared/people/store/secret-source.ts';
import { ensureAdmin } from '#shared/people/verbs/ensure-admin.ts';

/** Each reading of the clock advances it by this much, so that runs and requests take time. */
const tickMilliseconds = 25;

/** The longest delay of a timer, so that a slow machine never causes a time-out. */
const timeoutMilliseconds = 2 ** 31 - 1;

/** Seconds of one slice: longer than any run takes by this clock, so that no run is split. */
const sliceSeconds = 3600;

export interface EarlierServiceOptions {
  table: MemoryTable;
  config: Config;
  secrets: SecretSource;
  objectsFolder: string;
  /** Called before a run writes its first file. */
  onRun: (run: { projectId: string; flowRunId: string }) => void;
}

/** The service at times in the past. */
export interface EarlierService {
  client(token: string): Client;
  login(): Promise<string>;
  /** Sets the clock, fires the schedules that are due, and resolves when no run is active. */
  moveTo(instant: Date): Promise<void>;
  /** Resolves when no run is active. */
  idle(): Promise<void>;
  /** Runs the five-minute jobs, which also close past days. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the service on a table in memory, with a clock that the caller sets. The API, runs, schedules and the sweep
 * work as usual; the table's stream is not delivered. One per process, because the functions share one runtime.
 */
export async function startEarlierService(options: EarlierServiceOptions, from: Date): Promise<EarlierService> {
  const { table, config, secrets, objectsFolder, onRun } = options;
  let now = from.getTime();
  const clock = () => {
    now += tickMilliseconds;
    return new Date(now);
  };
  let failure: unknown;
  const onError = (error: unknown) => {
    failure ??= error;
  };
  const underWay = new Set<string>();
  let wake: () => void = () => undefined;
  const machine = runsInProcess({
    sliceSeconds,
    onError,
    onEnded: ({ flowRunId }) => {
      underWay.delete(flowRunId);
      wake();
    },
  });
  const schedules = createTimers({
    clock,
    deliver: async (firing) => (await import('#functions/scheduled/start-scheduled.ts')).handler(firing),
    onError,
  });
  const orchestrator: typeof machine = {
    ...machine,
    start: async (input) => {
      onRun({ projectId: input.project_id, flowRunId: input.flow_run_id });
      underWay.add(input.flow_run_id);
      await machine.start(input);
    },
  };
  const ports = { objects: diskObjects(objectsFolder), orchestrator, scheduler: schedules };
  const runtime = createRuntime(config, { client: databaseOfTable(table).client, secrets, clock, ports });
  provideRuntime(runtime);
  await ensureAdmin(contextOf(runtime, 'demo'));
  // One caller, who generates the month.
  const turns = { running: 100, perCaller: 100, waitingPerCaller: 1000, waitMilliseconds: timeoutMilliseconds };
  const limits = { timeoutMilliseconds, turns };
  const server = createGateway({ routes: routeList, handlerOf: loadGroup, site: undefined, limits, onError });
  const baseUrl = `${await listen(server, 0)}/api`;
  const client = (token: string) => createClient({ baseUrl, token: () => token });
  const idle = async () => {
    while (underWay.size > 0 && failure === undefined)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    if (failure !== undefined) throw failure;
  };
  return {
    client,
    login: async () => {
      const body = { username: config.adminUsername, password: await secrets.adminPassword() };
      return (await createClient({ baseUrl }).login({ body })).access_token;
    },
    moveTo: async (instant) => {
      now = Math.max(now, instant.getTime());
      await schedules.tick();
      await idle();
    },
    idle,
    sweep: async () => {
      await (await import('#functions/scheduled/sweep.ts')).handler();
    },
    close: async () => {
      await closeServer(server);
      await schedules.close();
      await machine.close();
    },
  };
}
