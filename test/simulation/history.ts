import { databaseOfTable } from '#local/table-in-memory/client.ts';
import type { MemoryTable } from '#local/table-in-memory/memory-table.ts';
import { writeItem } from '#shared/kernel/store/dynamodb/database.ts';
import { updateOf } from '#shared/kernel/store/dynamodb/update.ts';
import { projectKeys } from '#shared/kernel/store/keys.ts';
import type { LockScope } from '#shared/runs/rules/lock.ts';
import { EmbeddedSearch } from '#shared/search/index/embedded.ts';
import type { Act, Scene } from './actors/acts.ts';
import { Delivery, fireNowAndThen, sweepNowAndThen, sweepOnce } from './actors/background.ts';
import { chipActs } from './actors/chip-acts.ts';
import { cooldownActs } from './actors/cooldown-acts.ts';
import { importActs } from './actors/import-acts.ts';
import { noteActs } from './actors/note-acts.ts';
import { projectActs } from './actors/project-acts.ts';
import { queueActs } from './actors/queue-acts.ts';
import { changeScope, runActs } from './actors/run-acts.ts';
import { scheduleActs } from './actors/schedule-acts.ts';
import { Told } from './actors/told.ts';
import type { User } from './actors/user.ts';
import { superviseWorker } from './actors/worker.ts';
import { workerActs } from './actors/worker-acts.ts';
import { base } from './base.ts';
import { checkFiles } from './invariants/files.ts';
import { checkAtEnd, checkEvents, leftToDo } from './invariants/final.ts';
import { checkImports } from './invariants/imports.ts';
import { checkSchedules } from './invariants/schedules.ts';
import { checkSearch } from './invariants/search.ts';
import { Watch } from './invariants/watch.ts';
import { withWorldGlobals } from './world/globals.ts';
import { type Service, type ServiceHooks, startService } from './world/service.ts';
import { Violation, World } from './world/world.ts';

/** What users are after in a history. */
const scenes = {
  runs: runActs,
  chips: chipActs,
  'runs and chips': [...runActs, ...chipActs],
  workers: workerActs,
  notes: [...noteActs, ...noteActs, ...cooldownActs],
  'cool-downs': [...cooldownActs, ...noteActs, ...runActs],
  projects: [...projectActs, ...chipActs.slice(0, 1)],
  schedules: [...scheduleActs, ...scheduleActs.slice(0, 1), ...runActs.slice(0, 3)],
  queue: [...queueActs, ...queueActs.slice(0, 1), ...runActs],
  imports: importActs,
} satisfies Record<string, readonly Act[]>;
export type SceneName = keyof typeof scenes;
export const sceneNames = Object.keys(scenes) as SceneName[];

/** In which the index follows. */
const scenesWithSearch: ReadonlySet<SceneName> = new Set(['notes', 'cool-downs']);

/** How a history is to be played. */
export interface Play extends Omit<ServiceHooks, 'search'> {
  /** The seed chooses one unless given. */
  scene?: SceneName;
  /** Whether nothing fails, and nothing is late. */
  calm?: boolean;
  /** What a lock of the project covers at the beginning; with `chip`, users change it. The project unless given. */
  lockScope?: LockScope;
}

/** How a history went. */
export interface Outcome {
  seed: number;
  scene: SceneName;
  /** Calls of the table. */
  calls: number;
  trace: readonly string[];
  /** Most runs that held a lock at once. */
  mostHolders: number;
  /** Undefined where everything held. */
  violation: unknown;
}

const mostSteps = 30_000;

/** Plays the history of a seed: always the same one. */
export async function play(seed: number, how: Play = {}): Promise<Outcome> {
  const { table: origin, projectId, token } = await base();
  const world = new World(seed);
  const table = origin.clone();
  const lockScope = how.lockScope ?? 'project';
  if (lockScope === 'chip') await lockByChip(table, projectId);
  const watch = new Watch(table);
  world.watch = () => watch.look();
  const drawn = world.random.pick(sceneNames);
  const scene = how.scene ?? drawn;
  if (how.calm) world.calmDown();
  const told = new Told();
  const log = { notes: new Map(), imports: [], files: new Map() } satisfies Partial<Scene>;
  const search = scenesWithSearch.has(scene) ? new EmbeddedSearch(':memory:') : undefined;
  const background = { ended: false, quietUntil: 0, busyUntil: 0 };
  let violation: unknown;
  try {
    await withWorldGlobals(world, () =>
      world.run(async () => {
        const service = startService(world, table, { ...how, ...(search && { search }) });
        const all: Scene = { service, random: world.random, token, told, background, lockScope, ...log };
        await live(all, projectId, scene);
        watch.lookAtChips();
        checkAtEnd(table, projectId, told);
        checkEvents(table, projectId, log.notes);
        checkSchedules(table, service.scheduler, new Date(world.now).toISOString());
        checkImports(table, log.imports);
        checkFiles(table, service.bucket.objects.kept, log.files);
        if (search) await checkSearch(table, projectId, search);
      }, mostSteps),
    );
  } catch (error) {
    violation = error;
  } finally {
    search?.close();
  }
  return { seed, scene, calls: table.calls, trace: world.trace, mostHolders: watch.mostHolders, violation };
}

async function lockByChip(table: MemoryTable, projectId: string): Promise<void> {
  const update = updateOf({ set: { lockScope: 'chip' } });
  await writeItem(databaseOfTable(table), { update: projectKeys.project(projectId), with: update });
}

/** Users do what they are after, while the service works in the background; then everything comes to its end. */
async function live(scene: Scene, projectId: string, name: SceneName): Promise<void> {
  const { service, background } = scene;
  const { world } = service;
  const acts: readonly Act[] = scene.lockScope === 'chip' ? [...scenes[name], changeScope] : scenes[name];
  const deliveries = [new Delivery(service, 'project')];
  if (scenesWithSearch.has(name)) deliveries.push(new Delivery(service, 'search'));
  const work = [world.spawn('sweeper', () => sweepNowAndThen(service, background), false)];
  for (const delivery of deliveries)
    work.push(world.spawn('stream', () => delivery.deliverNowAndThen(background), false));
  if (name === 'schedules') work.push(world.spawn('clock', () => fireNowAndThen(service, background), false));
  if (name === 'workers')
    for (const worker of ['fridge-1', 'fridge-2'])
      work.push(world.spawn(`supervisor of ${worker}`, () => superviseWorker(scene, projectId, worker), false));
  const users = ['alice', 'alice', 'bob'].slice(0, world.random.between(2, 3));
  await Promise.all(
    users.map((username) => world.spawn(username, () => act({ service, username, projectId }, scene, acts), false)),
  ).then((all) => {
    for (const ended of all) if (ended.kind === 'thrown') throw ended.error;
  });
  background.ended = true;
  for (const ended of await Promise.all(work)) if (ended.kind === 'thrown') throw ended.error;
  await settle(service, deliveries);
}

async function act(user: User, scene: Scene, acts: readonly Act[]): Promise<void> {
  const { world } = user.service;
  for (let left = world.random.between(4, 8); left > 0; left -= 1) {
    await world.sleep(world.random.pick([0, 0, 500, 2000, 5000, 40_000, 90_000]));
    await world.random.pick(acts).do(user, scene);
  }
}

/** Longer than anything pauses. */
const longestPauseSeconds = 1100;

/** Without further faults, everything that was begun comes to its end by itself. @throws Violation where it does not. */
async function settle(service: Service, deliveries: readonly Delivery[]): Promise<void> {
  const { world, scheduler } = service;
  world.calmDown();
  await world.sleep(longestPauseSeconds * 1000);
  for (let round = 0; round < 24; round += 1) {
    await sweepOnce(service);
    scheduler.fire(true);
    for (const delivery of deliveries) while (!delivery.isDone) await delivery.deliver();
    if (round > 0 && (await leftToDo(service)).length === 0) return;
    await world.sleep(300_000);
  }
  throw new Violation(`Still to be done after two hours: ${(await leftToDo(service)).join(', ')}`);
}
