import { contextOf, createRuntime, provideRuntime } from '#functions/runtime.ts';
import { handler as abort } from '#functions/steps/abort.ts';
import { handler as awaitClaim } from '#functions/steps/await-claim.ts';
import { handler as awaitWorker } from '#functions/steps/await-worker.ts';
import { handler as begin } from '#functions/steps/begin.ts';
import { handler as complete } from '#functions/steps/complete.ts';
import { handler as startQueued } from '#functions/steps/start-queued.ts';
import { createFlowMachine, type FlowHandler, type FlowMachine } from '#local/runs/machine.ts';
import type { MemoryTable } from '#local/table-in-memory/memory-table.ts';
import { loadConfig } from '#shared/kernel/config.ts';
import type { Context } from '#shared/kernel/context.ts';
import type { ObjectStore } from '#shared/kernel/objects/port.ts';
import { type FlowFunction, flowFunctions } from '#shared/runs/orchestration/flow-run.asl.ts';
import type { Orchestrator } from '#shared/runs/orchestration/port.ts';
import type { Scheduler } from '#shared/schedules/scheduling/port.ts';
import type { SearchIndex } from '#shared/search/index/port.ts';
import { runSliceStep } from '../actors/slice-step.ts';
import { call } from './call.ts';
import { type Process, runIn } from './process.ts';
import { type Bucket, type BucketDefect, simulatedBucket } from './simulated-bucket.ts';
import { SimulatedScheduler } from './simulated-scheduler.ts';
import { simulatedTable, type TableHooks } from './simulated-table.ts';
import type { World } from './world.ts';

/** The service in a world: what a verb is called with, and the ports that stand for AWS. */
export interface Service {
  world: World;
  table: MemoryTable;
  ctx: Context & { orchestrator: Orchestrator; objects: ObjectStore; scheduler: Scheduler };
  machine: FlowMachine;
  scheduler: SimulatedScheduler;
  bucket: Bucket;
}

/** What a test does between the service and what it calls. */
export interface ServiceHooks extends TableHooks {
  bucketDefect?: BucketDefect;
  /** Sees the index before the consumer does. */
  searchDefect?: (index: SearchIndex) => SearchIndex;
  /** The index of note events; a service without one takes none of them in. */
  search?: SearchIndex;
}

const config = loadConfig({ TABLE_NAME: 'table-of-simulation', LOG_LEVEL: 'ERROR' });
const ignore = () => undefined;
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore, access: ignore, measure: ignore };

/** Starts the service on a table. The functions of the state machine and the jobs find it as their runtime. */
export function startService(world: World, table: MemoryTable, hooks: ServiceHooks = {}): Service {
  const db = simulatedTable(world, table, hooks);
  const machine = startMachine(world);
  const bucket = simulatedBucket(world, hooks.bucketDefect);
  const scheduler = new SimulatedScheduler(world);
  const { search, searchDefect = (index) => index } = hooks;
  const ports = {
    // Step Functions, the bucket, the scheduler and the index never die; a call to them may be lost.
    orchestrator: within(world, world.newProcess('state machine', false), 'machine', machine),
    objects: within(world, world.newProcess('objects', false), 'objects', bucket.objects),
    scheduler: within(world, world.newProcess('scheduler', false), 'scheduler', scheduler),
    uploads: bucket.uploads,
    ...(search && {
      search: searchDefect(within(world, world.newProcess('search', false), 'search', nowAndThenBusy(world, search))),
    }),
  };
  const runtime = createRuntime(config, {
    client: db.client,
    secrets: { seed: async () => new Uint8Array(32), adminPassword: async () => '' },
    clock: world.clock,
    log,
    ports,
  });
  provideRuntime(runtime);
  return { world, table, ctx: { ...contextOf(runtime, 'simulated'), ...ports }, machine, scheduler, bucket };
}

/** The state machine's interpreter; each of its functions runs in a process of its own, which may die. */
function startMachine(world: World): FlowMachine {
  const steps: Readonly<Record<FlowFunction, FlowHandler>> = {
    ...{ abort, begin, complete, 'run-slice': runSliceStep },
    ...{ 'await-claim': awaitClaim, 'await-worker': awaitWorker, 'start-queued': startQueued },
  };
  const handlers = Object.fromEntries(
    flowFunctions.map((name): [FlowFunction, FlowHandler] => [
      name,
      async (payload, context) => {
        const ended = await world.spawn(name, () => steps[name](payload, context));
        if (ended.kind === 'answered') return ended.value;
        // What Lambda says of a function whose process has gone.
        throw ended.kind === 'thrown' ? ended.error : named('Lambda.Unknown');
      },
    ]),
  ) as Record<FlowFunction, FlowHandler>;
  return createFlowMachine({ handlers, sliceSeconds: 120 });
}

/** An index that refuses some of what it is to take in, for now. */
const nowAndThenBusy = (world: World, index: SearchIndex): SearchIndex => ({
  search: (query) => index.search(query),
  lacking: (projectId, eventIds) => index.lacking(projectId, eventIds),
  apply: (changes) => {
    if (world.random.chance(world.climate.streamFaults)) throw named('TooManyRequests');
    return index.apply(changes);
  },
});

const named = (name: string): Error => Object.assign(new Error(name), { name });

/** A port each call of which is made to a process: it may be late, lost, or lost after it was carried out. */
function within<Port extends object>(world: World, process: Process, name: string, port: Port): Port {
  return new Proxy(port, {
    get: (target, method) => {
      const own = Reflect.get(target, method) as unknown;
      if (typeof own !== 'function') return own;
      return async (...given: unknown[]) =>
        call(world, {
          label: `${name} ${String(method)} ${typeof given[0] === 'string' ? given[0] : ''}`,
          carryOut: () => runIn(process, () => own.apply(target, given) as unknown),
        });
    },
  });
}
