import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { batchWriteItems } from '#shared/kernel/store/dynamodb/database.ts';
import { lockEntity } from '#shared/runs/store/locks.ts';
import { openChipDay, openChipDayEntity } from '#shared/values/store/days/open-chip-days.ts';
import { openSpanEntity } from '#shared/values/store/open-spans.ts';
import type { WorkMessage } from '#shared/work/queue/port.ts';
import { shareOut } from '#shared/work/verbs/share-out.ts';
import { type Sweeping, sweepKinds } from '#shared/work/verbs/sweep-kinds.ts';
import { deliver, scheduled, startSchedules } from '#test/store/schedules/world.ts';
import { startVerbs, type Verbs } from '#test/support/engine/verbs.ts';
import { fakeOrchestrator } from '#test/support/runs/runs.ts';
import { OpenDay } from '../open-day/seed.ts';
import { aws } from './assumptions.ts';
import { recordWork, type Work } from './calls.ts';
import { drain, type Job, quantile, startAll } from './model.ts';

/*
 * `npm run bench:hour [-- --chips 20000]`: the full hour of a service with many chips. It is midnight: each chip has a day to
 * close, and one run of twenty chips is due. The work of one message and of one start is done on the local engine, which counts
 * its requests; the dispatch of all messages too. What AWS takes for them, and when each is done, is reckoned by
 * `assumptions.ts`. It prints what is late, and at how many chips what breaks first.
 */

const chips = Number(process.argv[process.argv.indexOf('--chips') + 1]) || 20_000;
const chipsPerRun = 20;
/** As in `infra/stacks/service-stack.ts` and `infra/constructs/scheduled-function.ts`. */
const consumers = { maxConcurrency: 50, batchSize: 5 };
const sweepEverySeconds = 300;
const midnight = '2026-03-02T00:00:00.000Z';
const goals = { day: 600, start: 60, dispatch: 60 };

type Record = (work: () => Promise<unknown>) => Promise<Work>;

const seconds = (value: number) => `${value.toFixed(1)} s`;
const workLine = (what: string, { calls, readUnits, writeUnits, waitSeconds, computeSeconds, hotWrites }: Work) =>
  `${what}: ${calls} requests, ${readUnits.toFixed(0)} read and ${writeUnits.toFixed(0)} write units, ` +
  `waits ${seconds(waitSeconds)}, computes ${seconds(computeSeconds)}, writes to shared partitions ${JSON.stringify(hotWrites)}`;

async function measureStart(verbs: Verbs, record: Record): Promise<Work> {
  const ctx = await startSchedules(verbs);
  const schedule = await scheduled(ctx);
  verbs.now = new Date('2026-03-01T21:30:05.000Z');
  const work = await record(() => deliver(ctx, schedule, '2026-03-01T21:30:00.000Z'));
  if (ctx.orchestrator.started.size !== 1) throw new Error('The schedule started no run');
  return { ...work, waitSeconds: work.waitSeconds + aws.stepFunctions.callMilliseconds / 1000 };
}

/** Closes the day of a chip as the messages of two sweeps do: the day, and then what follows from it. */
async function measureDay(verbs: Verbs, record: Record, runsOfDay: number): Promise<Work> {
  await verbs.empty();
  const before = Date.parse(midnight) - 86_400_000;
  verbs.now = new Date(before);
  const member = await verbs.member('alice');
  const ctx = { ...member, config: { ...member.config, calendarTimeZone: 'UTC' } };
  const chip = { projectId: ctx.projectId, chipId: 'chip' };
  await createChip(ctx, { chipId: 'chip', topologyId: 'square-lattice-mux-64' });
  await openChipDay(ctx.db, { ...chip, date: '20260301' });
  const day = new OpenDay(ctx, chip, { midnight: before, runsOfDay });
  for (let run = 0; run < runsOfDay; run += 1) {
    verbs.now = new Date(before + Math.floor(((run + 1) * 82_800_000) / runsOfDay));
    await day.run();
  }
  verbs.now = new Date(Date.parse(midnight) + sweepEverySeconds * 1000);
  const sweeping = sweepingOf(verbs);
  let closed = 0;
  const work = await record(async () => {
    const counts = await sweepKinds.chips?.carryOut(sweeping, [chip], new Date('2100-01-01'));
    closed = counts?.closed ?? 0;
    if (counts?.failed !== 0) throw new Error('The day was not closed');
  });
  if (closed < 2) throw new Error('The day of the chip and its roll-ups were not closed');
  return work;
}

const sweepingOf = (verbs: Verbs): Sweeping => ({
  ...verbs.ctx,
  config: { ...verbs.ctx.config, calendarTimeZone: 'UTC' },
  orchestrator: fakeOrchestrator(),
});

/** The marks of all chips, and the locks of the runs that go on, shared out by the service's own dispatch. */
async function measureDispatch(verbs: Verbs, record: Record, count: number, runs: number) {
  await verbs.empty();
  verbs.now = new Date(Date.parse(midnight) + sweepEverySeconds * 1000);
  const refs = Array.from({ length: count }, (_, n) => ({
    projectId: `project-${String(Math.floor(n / 3)).padStart(6, '0')}`,
    chipId: `chip-${n % 3}`,
  }));
  const marks = refs.flatMap((ref) => [
    openChipDayEntity.encode({ ...ref, date: '20260301' }, 1),
    openSpanEntity.encode({ ...ref, span: 'day', date: '20260301', metrics: ['t1'], token: 'token' }, 1),
  ]);
  const locks = Array.from({ length: runs }, (_, n) => {
    const projectId = `project-${String(n).padStart(6, '0')}`;
    const holder = {
      executionId: '20260302-001',
      flowRunId: `run-${n}`,
      chipId: 'chip-0',
      username: 'alice',
      acquiredAt: midnight,
    };
    return lockEntity.encode({ projectId, last: { date: '20260302', index: 1 }, holder, updatedAt: midnight }, 1);
  });
  await batchWriteItems(
    verbs.db,
    [...marks, ...locks].map((put) => ({ put })),
  );
  let [messages, requests, waves] = [0, 0, 0];
  const send = async (sent: readonly WorkMessage[]) => {
    messages += sent.length;
    const of = Math.ceil(sent.length / aws.sqs.messagesOfRequest);
    requests += of;
    waves += Math.ceil(of / aws.sqs.width);
  };
  const work = await record(() => shareOut(sweepingOf(verbs), sweepKinds, { send }));
  if (messages !== count + runs) throw new Error(`${messages} messages were sent for ${count} chips and ${runs} runs`);
  return { work, messages, requests, sendSeconds: (waves * aws.sqs.requestMilliseconds) / 1000 };
}

interface Measured {
  start: Work;
  ordinary: Work;
  busy: Work;
  dispatchSecondsPerChip: number;
}

const hotOf = ({ hotWrites }: Work): number => Math.max(0, ...Object.values(hotWrites));

/** When the days of so many chips are closed, in seconds after the sweep of midnight; the busy ones among them. */
function daysOf(count: number, { ordinary, busy, dispatchSecondsPerChip }: Measured): number[] {
  const jobs: Job[] = Array.from({ length: count }, (_, n) => {
    const work = n % chipsPerRun === 0 ? busy : ordinary;
    return { at: n * dispatchSecondsPerChip, ...work, hotWrites: hotOf(work) };
  });
  return drain(jobs, consumers);
}

/** Sweeps come every five minutes: the last may have been just before midnight. */
const daysAfterMidnight = (count: number, measured: Measured) =>
  daysOf(count, measured).map((at) => at + sweepEverySeconds);

const startsOf = (count: number, { start }: Measured) =>
  startAll(Math.ceil(count / chipsPerRun), start, aws.lambda.accountConcurrency - consumers.maxConcurrency);

function report(count: number, measured: Measured): void {
  const [days, starts] = [daysAfterMidnight(count, measured), startsOf(count, measured)];
  const line = (values: readonly number[]) =>
    [0.5, 0.9, 0.99, 1].map((share) => `${share * 100} % ${seconds(quantile(values, share))}`).join(', ');
  console.log(`${count.toLocaleString('en')} chips, ${starts.length.toLocaleString('en')} starts at the full hour:`);
  console.log(`  dispatched within ${seconds(count * measured.dispatchSecondsPerChip)} (goal ${goals.dispatch} s)`);
  console.log(`  days closed after midnight: ${line(days)} (goal ${goals.day} s)`);
  console.log(`  runs begun after the scheduler's call: ${line(starts)} (goal ${goals.start} s)`);
}

/** What is beyond a limit from how many chips on, the least first. */
function breaking(measured: Measured): [string, number | undefined][] {
  const { describeExecution } = aws.stepFunctions;
  const checks: [string, (count: number) => boolean][] = [
    [
      `looks at the runs that hold a lock take more DescribeExecution than ${describeExecution.perSecond} a second`,
      (count) => count / chipsPerRun / sweepEverySeconds > describeExecution.perSecond,
    ],
    [
      'a day is closed later than ten minutes after midnight',
      (count) => Math.max(...daysAfterMidnight(count, measured).slice(-500)) > goals.day,
    ],
    [
      'a run begins later than a minute after the call',
      (count) => Math.max(...startsOf(count, measured).slice(-500)) > goals.start,
    ],
    ['the dispatch takes longer than a minute', (count) => count * measured.dispatchSecondsPerChip > goals.dispatch],
    [
      'simulated runs at a time are more than the calls of an account',
      (count) => count / chipsPerRun > aws.lambda.accountConcurrency - consumers.maxConcurrency,
    ],
    [
      'the locks that are taken in a second are more than the four partitions of HELD admit',
      (count) =>
        Math.min(count / chipsPerRun, aws.stepFunctions.startExecution.perSecond) > 4 * aws.partitionWritesPerSecond,
    ],
  ];
  const sizes = Array.from({ length: 100 }, (_, n) => (n + 1) * 10_000);
  const found = checks.map(([what, breaks]): [string, number | undefined] => [what, sizes.find(breaks)]);
  return found.sort(([, one = Number.POSITIVE_INFINITY], [, other = Number.POSITIVE_INFINITY]) => one - other);
}

const verbs = await startVerbs(1, { metered: true });
try {
  const record = recordWork(verbs.client);
  const start = await measureStart(verbs, record);
  console.log(workLine('A start by a schedule', start));
  const ordinary = await measureDay(verbs, record, 1);
  console.log(workLine('A day of a chip of 64 qubits with a run', ordinary));
  const busy = await measureDay(verbs, record, 24);
  console.log(workLine('The same with 24 runs', busy));
  const sent = await measureDispatch(verbs, record, chips, Math.ceil(chips / chipsPerRun));
  console.log(workLine(`The dispatch of ${sent.messages} messages`, sent.work));
  console.log(`  and ${sent.requests} requests to SQS, ${seconds(sent.sendSeconds)}`);
  const dispatch = sent.work.waitSeconds + sent.work.computeSeconds + sent.sendSeconds;
  const measured = { start, ordinary, busy, dispatchSecondsPerChip: dispatch / chips };
  report(chips, measured);
  console.log('\nWhat breaks, and at how many chips:');
  for (const [what, at] of breaking(measured))
    console.log(`  ${at === undefined ? 'above 1,000,000' : at.toLocaleString('en')}: ${what}`);
  console.log('');
  report(100_000, measured);
} finally {
  await verbs.stop();
}
