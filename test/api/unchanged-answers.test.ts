import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { attachMeter, type Meter } from '#test/bench/meter.ts';
import { caseCount } from '#test/support/properties/case-count.ts';
import { forSlowMachines } from '#test/support/slow-machines.ts';
import { type Caller, startWorld, type World } from './support/world.ts';

const deployed = Boolean(process.env.FIDUCIAL_URL);
const why = deployed ? " (skipped: the clock and the calls of a deployed service are not the test's)" : '';

/** A project with a chip, a second member, and what the writes need of each other. */
interface Lab {
  owner: Caller;
  guest: Caller;
  /** Of the worker's run that goes on. */
  run: { flow_run_id: string; fence: number } | undefined;
  taskIds: string[];
}

let counter = 0;

async function openLab(world: World): Promise<Lab> {
  counter += 1;
  const [owner, guest] = [await world.register(`owner-${counter}`), await world.register(`guest-${counter}`)];
  const params = { project_id: owner.projectId };
  await owner.api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
  await world.join(owner.api, { params, body: { username: guest.username, role: 'viewer' } });
  await owner.api.saveFlow({ body: { name: 'lab', chip_id: 'chip', code: 'def lab(): pass', runner: 'worker' } });
  await owner.api.createCryostat({ body: { cryo_id: 'fridge' } });
  return { owner, guest, run: undefined, taskIds: [] };
}

type Write = (world: World, lab: Lab, n: number) => Promise<unknown>;

const chip = { chip_id: 'chip' };
const ago = (world: World, hours: number) => new Date(world.now().getTime() - hours * 3_600_000).toISOString();

/** One write of each kind; `n` makes each another. */
const writes: Record<string, Write> = {
  'a value': (_, { owner }, n) =>
    owner.api.updateCalibrationParameters({ body: { ...chip, qid: '1', parameters: { t1: { value: 30 + n } } } }),
  'a note of a chip': (_, { owner }, n) => owner.api.upsertChipNote({ params: chip, body: { content: `note ${n}` } }),
  'a note of a qubit': (_, { owner, guest }, n) =>
    owner.api.upsertQubitNote({
      params: { ...chip, qid: '2' },
      body: { content: `@${guest.username} look at ${n}` },
    }),
  'the start of a run': async (_, lab) => {
    if (lab.run) return;
    const { flow_run_id } = await lab.owner.api.executeFlow({ params: { name: 'lab' }, body: {} });
    lab.run = { flow_run_id, fence: 0 };
    const claim = { worker: 'fridge', backends: ['worker'], claim_key: randomUUID(), software: 'lab 1.0' };
    lab.run.fence = await vi.waitFor(async () => {
      const { run } = await lab.owner.api.claimRun({ body: claim });
      if (!run) throw new Error('the run waits for its step');
      return run.fence;
    }, forSlowMachines);
  },
  'a step of a run': async (world, { owner, run, taskIds }, n) => {
    if (!run) return;
    const at = ago(world, 0);
    const result = { task: 'CheckT1', task_type: 'qubit' as const, qid: String(n % 4), start_at: at, end_at: at };
    const outcome =
      n % 3 === 0
        ? { status: 'failed' as const, message: 'no fit' }
        : { status: 'completed' as const, output_parameters: { t1: { value: 20 + n, unit: 'us' } } };
    const body = { fence: run.fence, results: [{ ...result, ...outcome, attempt: n + 1 }] };
    const { results } = await owner.api.reportTaskResults({ params: { flow_run_id: run.flow_run_id }, body });
    if (outcome.status === 'completed') taskIds.push(...results.map(({ task_id }) => task_id));
  },
  'the end of a run': async (_, lab) => {
    if (!lab.run) return;
    const { flow_run_id, fence } = lab.run;
    await lab.owner.api.finishRun({ params: { flow_run_id }, body: { fence, status: 'completed' } });
    await vi.waitFor(async () => {
      if ((await lab.owner.api.getExecutionLockStatus()).lock) throw new Error('the run goes on');
    }, forSlowMachines);
    lab.run = undefined;
  },
  'an exclusion': async (_, { owner, taskIds }, n) => {
    const task_id = taskIds.at(n % Math.max(1, taskIds.length));
    if (task_id === undefined) return;
    const excluded = !(await owner.api.getTaskResult({ params: { task_id } })).excluded;
    await owner.api.setTaskResultExcluded({ params: { task_id }, body: { excluded, reason: 'noisy' } });
  },
  'a review': async (_, { owner, taskIds }) => {
    const task_ids = taskIds.slice(-1);
    if (task_ids.length > 0) await owner.api.requestBulkAiReview({ body: { ...chip, task: 'CheckT1', task_ids } });
  },
  'a flow': (_, { owner }, n) =>
    owner.api.saveFlow({ body: { name: 'lab', ...chip, code: `def lab(): return ${n}`, runner: 'worker' } }),
  'a schedule': (_, { owner }, n) =>
    owner.api.scheduleFlow({ params: { name: 'lab' }, body: { cron: `${n} 6 * * *` } }),
  'the freshness of values': (_, { owner }, n) =>
    owner.api.updateProject({
      params: { project_id: owner.projectId },
      body: { freshness_hours: { coherence: 1 + (n % 5) } },
    }),
  'the gate of values': (_, { owner }, n) =>
    owner.api.updateProject({
      params: { project_id: owner.projectId },
      body: { value_gate: n % 2 === 0 ? 'hold' : 'off' },
    }),
  "a member's role": (_, { owner, guest }, n) =>
    owner.api.updateProjectMember({
      params: { project_id: owner.projectId, username: guest.username },
      body: { role: n % 2 === 0 ? 'editor' : 'viewer' },
    }),
  'a cool-down': async (world, { owner }, n) => {
    const ongoing = (await owner.api.listCooldowns({})).cooldowns.find(({ ended_at }) => ended_at === null);
    if (ongoing) {
      const { cooldown_id } = ongoing;
      await owner.api.updateCooldown({ params: { cooldown_id }, body: { ended_at: ago(world, 0) } });
      return;
    }
    const body = { cooldown_id: `CD-${n}`, cryo_id: 'fridge', started_at: ago(world, 0), chip_ids: ['chip'] };
    await owner.api.createCooldown({ body });
  },
  'a chip': (_, { owner }, n) => owner.api.createChip({ body: { chip_id: `chip-${n}`, topology_id: 'linear-2' } }),
};

const since = '2026-01-01T00:00:00Z';
const reads = [
  `/api/chips/chip/overview?since=${since}`,
  '/api/metrics/chips/chip/metrics',
  '/api/metrics/chips/chip/metrics?selection_mode=best',
  '/api/metrics/chips/chip/metrics?selection_mode=average',
  '/api/chips/chip/drift',
  '/api/executions',
  '/api/executions?chip_id=chip',
  '/api/executions/lock-status',
];

/** Without what the time of the answer decides. */
function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lasting);
  if (value === null || typeof value !== 'object') return value;
  const ofTime = /^(?:as_of|age_seconds|oldest_seconds|complete_until)$/;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (ofTime.test(name) ? [] : [[name, lasting(one)]])),
  );
}

describe.skipIf(deployed).each([
  ['in the table', true],
  ['counted on one machine', false],
])(`answers to If-None-Match, with revisions %s${why}`, (place, tableRevisions) => {
  let world: World;
  let meter: Meter;
  // Nothing but the writes of the test: what consumers derive would change revisions too.
  beforeAll(async () => {
    world = await startWorld({ tableRevisions, consumers: [] });
    meter = attachMeter(world.stack.client);
  });
  afterAll(() => world.stop());

  const ask = ({ owner, guest }: Lab, path: string, known?: string) =>
    world.raw('GET', path, {
      token: guest.token,
      project: owner.projectId,
      headers: { 'if-none-match': known ?? '"none"' },
    });

  test(`after any writes an answer is 304 only if it would be the same (revisions ${place})`, {
    timeout: 900_000,
  }, async () => {
    const names = Object.keys(writes);
    let unchanged = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...names, ...names], { minLength: names.length, maxLength: 2 * names.length }),
        async (drawn) => {
          const lab = await openLab(world);
          const known = new Map<string, { tag: string | undefined; body: unknown }>();
          for (const [n, name] of ['the start of a run', 'a step of a run', ...drawn].entries()) {
            await writes[name]?.(world, lab, n);
            for (const path of reads) {
              const before = known.get(path);
              const answer = await ask(lab, path, before?.tag);
              if (answer.status === 304) {
                unchanged += 1;
                const whole = await ask(lab, path);
                expect([name, path, lasting(whole.body)]).toEqual([name, path, lasting(before?.body)]);
              } else {
                expect([name, path, answer.status]).toEqual([name, path, 200]);
                known.set(path, { tag: answer.headers.etag, body: answer.body });
              }
            }
          }
        },
      ),
      { numRuns: caseCount(10) },
    );
    // Some writes change nothing, such as an exclusion where there is no result yet.
    expect(unchanged).toBeGreaterThan(0);
  });

  test.each(reads)(`%s is answered 304 for at most six read units (revisions ${place})`, async (path) => {
    const lab = await openLab(world);
    // The first request also writes when the member was here.
    await ask(lab, path);
    const { etag } = (await ask(lab, path)).headers;
    meter.begin();
    const { status } = await ask(lab, path, etag);
    const units = meter.end().reduce((sum, { reportedUnits }) => sum + reportedUnits, 0);
    expect([status, units <= 6]).toEqual([304, true]);
  });
});

describe.skipIf(deployed).each([
  ['in the table', true],
  ['counted on one machine', false],
])(`the inbox asked for with If-None-Match, with revisions %s${why}`, (place, tableRevisions) => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ tableRevisions });
  });
  afterAll(() => world.stop());

  const paths = ['/api/notifications', '/api/notifications/unread-count'];

  test.each(paths)(
    `%s is whole again after a notification, after it was read, and after a membership ended (revisions ${place})`,
    async (path) => {
      const lab = await openLab(world);
      const { owner, guest } = lab;
      const params = { project_id: owner.projectId, username: guest.username };
      const ask = (known = '"none"') =>
        world.raw('GET', path, { token: guest.token, headers: { 'if-none-match': known } });
      const isWholeAfter = async (work: () => Promise<unknown>) => {
        await ask();
        const { etag } = (await ask()).headers;
        expect((await ask(etag)).status).toBe(304);
        await work();
        await world.stack.settle();
        expect((await ask(etag)).status).toBe(200);
      };
      await world.stack.settle();
      await isWholeAfter(async () => writes['a note of a qubit']?.(world, lab, 1));
      await isWholeAfter(() => guest.api.markAllNotificationsRead());
      await isWholeAfter(() => owner.api.removeProjectMember({ params }));
    },
  );
});
