import { limitSettings, loadDeploymentConfig } from '#infra/config.ts';
import { type OperationId, routes } from '#shared/api/routes.ts';
import { limitsOf } from '#shared/limits/rules/limits.ts';
import { meteredUnits } from '#shared/limits/verbs/meter.ts';
import { background } from '#shared/limits/verbs/metered-call.ts';
import { defaultWorkerWindowSeconds, workerHeartbeatSeconds } from '#shared/runs/orchestration/worker-window.ts';
import { retryAfterSeconds } from '#shared/runs/rules/claim.ts';
import { intervals } from '../../../web/ui/lib/api/followed.ts';
import { pages, shell } from '../pages.ts';
import { type CostLine, lineOf } from './cost-line.ts';
import measured from './measured.json' with { type: 'json' };
import prices from './prices.json' with { type: 'json' };

const gigabyte = 1e9;
const million = 1e6;

/** Memory of a function of prod, by which its seconds are charged. */
const memoryGigabytes = 1;

/** What a run of so many tasks costs, everything that follows from it included. */
export function runCosts(tasks: number): CostLine[] {
  const { dynamodb, lambda, stepFunctions, objects, cloudWatch } = prices;
  const { run } = measured;
  const seconds = (tasks * run.lambdaMillisecondsPerTask * memoryGigabytes) / 1000;
  return [
    lineOf('Write units', tasks * run.writeUnitsPerTask, dynamodb.millionWriteUnits, million),
    lineOf('Read units', tasks * run.readUnitsPerTask, dynamodb.millionReadUnits, million),
    lineOf('Write units of what the project used', meteredWrites(tasks), dynamodb.millionWriteUnits, million),
    lineOf('Lambda, GB-s', seconds, lambda.gigabyteSecond),
    lineOf('Lambda, requests', Math.ceil(tasks * run.invocationsPerTask), lambda.millionRequests, million),
    lineOf(
      'State transitions',
      Math.ceil((tasks * run.transitionsPerThousandTasks) / 1000),
      stepFunctions.thousandTransitions,
      1000,
    ),
    lineOf('Files written', Math.ceil(tasks * run.filesPerTask), objects.thousandWrites, 1000),
    lineOf('Logs, GB', (tasks * run.logBytesPerTask) / gigabyte, cloudWatch.logGigabyte),
  ];
}

/** Records of what the functions of a run used (rule LIMIT-11): at most one a call, and one for so many units. */
function meteredWrites(tasks: number): number {
  const { invocationsPerTask, readUnitsPerTask, writeUnitsPerTask } = measured.run;
  const units = readUnitsPerTask + 5 * writeUnitsPerTask;
  return Math.ceil(tasks * Math.min(invocationsPerTask, units / background.units));
}

/** A month of requests of a worker, by what one of them takes. */
function workerCosts(requests: number, writeUnits: number): CostLine[] {
  const { dynamodb, lambda, httpApi, cloudWatch } = prices;
  const { readUnits, lambdaMilliseconds, logBytes } = measured.workerCall;
  return [
    lineOf('Write units', requests * writeUnits, dynamodb.millionWriteUnits, million),
    lineOf('Read units', requests * readUnits, dynamodb.millionReadUnits, million),
    lineOf('Lambda, GB-s', (requests * lambdaMilliseconds * memoryGigabytes) / 1000, lambda.gigabyteSecond),
    lineOf('Lambda, requests', requests, lambda.millionRequests, million),
    lineOf('HTTP API', requests, httpApi.millionRequests, million),
    lineOf('Logs, GB', (requests * logBytes) / gigabyte, cloudWatch.logGigabyte),
  ];
}

const monthSeconds = 730 * 3600;

/** What a worker costs a month that asks for runs and gets none. It waits up to a quarter longer than it is told. */
export const idleWorkerCosts = (): CostLine[] => {
  const everySeconds = retryAfterSeconds.idle * 1.125;
  return workerCosts(monthSeconds / everySeconds, everySeconds / measured.workerCall.seenEverySeconds);
};

/** What the heartbeats of a worker cost a month that drives for a share of it, each with a trace. */
export const drivingWorkerCosts = (share: number): CostLine[] => {
  const { traceWriteUnits, renewalWriteUnits, renewedEverySeconds } = measured.workerCall;
  const everySeconds = workerHeartbeatSeconds(defaultWorkerWindowSeconds, true);
  const writeUnits = traceWriteUnits + (renewalWriteUnits * everySeconds) / renewedEverySeconds;
  return workerCosts((monthSeconds * share) / everySeconds, writeUnits);
};

/** What so many views of the dashboard of a chip of 133 qubits cost. */
export function dashboardCosts(views: number): CostLine[] {
  const { dynamodb, lambda, httpApi, firewall, cloudWatch } = prices;
  const { requests, readUnits, lambdaMillisecondsPerRequest, logBytesPerRequest } = measured.dashboardView;
  const all = views * requests;
  return [
    lineOf('Read units', views * readUnits, dynamodb.millionReadUnits, million),
    lineOf('Lambda, GB-s', (all * lambdaMillisecondsPerRequest * memoryGigabytes) / 1000, lambda.gigabyteSecond),
    lineOf('Lambda, requests', all, lambda.millionRequests, million),
    lineOf('HTTP API', all, httpApi.millionRequests, million),
    lineOf('Logs, GB', (all * logBytesPerRequest) / gigabyte, cloudWatch.logGigabyte),
    lineOf('Firewall, where there is one', all, firewall.millionRequests, million),
  ];
}

/** How pages are used that are open. */
export interface OpenPages {
  /** Hours a month in which a page is visible, of all people together. */
  pageHours: number;
  /** Of the project, on whichever chip. */
  runsPerHour: number;
  minutesPerRun: number;
  /** Pages that are opened in such an hour, each like a dashboard. */
  viewsPerHour: number;
  /** The share of the time of runs in which the page is the map that is measured. */
  mapShare: number;
}

/**
 * What open pages cost a month. A page is otherwise the overview of a chip of 133 qubits, which is read twice for each run: at
 * its end, and when what follows from its results was written.
 */
export function openPageCosts({
  pageHours,
  runsPerHour,
  minutesPerRun,
  viewsPerHour,
  mapShare,
}: OpenPages): CostLine[] {
  const { dynamodb, lambda, httpApi, cloudWatch } = prices;
  const { openPage, dashboardView } = measured;
  const asked = (hours: number, milliseconds: number) => (hours * 3_600_000) / milliseconds;
  const runs = pageHours * runsPerHour;
  const heldHours = Math.min(pageHours, (runs * minutesPerRun) / 60);
  const freeLooks = asked(pageHours - heldHours, intervals.lock.free);
  const heldLooks = asked(heldHours, intervals.lock.held);
  // The overview and the workers.
  const byClock = 2 * asked(pageHours, intervals.byClock);
  const maps = asked(heldHours * mapShare, intervals.map);
  const views = viewsPerHour * pageHours;
  const small = freeLooks + heldLooks + byClock;
  const large = runs * (2 + openPage.afterRunRequests) + maps + views * dashboardView.requests;
  const units = {
    looks:
      freeLooks * openPage.unchangedLookUnits + heldLooks * openPage.heldLookUnits + byClock * openPage.unchangedUnits,
    runs: runs * (2 * openPage.overviewUnits + openPage.afterRunUnits) + maps * openPage.mapUnits,
    views: views * dashboardView.readUnits,
  };
  const milliseconds = small * openPage.unchangedMilliseconds + large * dashboardView.lambdaMillisecondsPerRequest;
  const logBytes = small * openPage.logBytesPerRequest + large * dashboardView.logBytesPerRequest;
  return [
    lineOf('Read units of looks', units.looks, dynamodb.millionReadUnits, million),
    lineOf('Read units after and during runs', units.runs, dynamodb.millionReadUnits, million),
    lineOf('Read units of pages that are opened', units.views, dynamodb.millionReadUnits, million),
    lineOf(
      'Write units of the limits of callers and of what projects use',
      limitWrites(units.looks + units.runs + units.views, pageHours * functionsOf(views > 0)),
      dynamodb.millionWriteUnits,
      million,
    ),
    lineOf('Lambda, GB-s', (milliseconds * memoryGigabytes) / 1000, lambda.gigabyteSecond),
    lineOf('Lambda, requests', small + large, lambda.millionRequests, million),
    lineOf('HTTP API', small + large, httpApi.millionRequests, million),
    lineOf('Logs, GB', logBytes / gigabyte, cloudWatch.logGigabyte),
  ].filter(({ dollars }) => dollars > 0);
}

/** What an open page asks by the clock, besides its own reads. */
const byTheClock = ['listWorkers', 'listNotifications'];

/** How many functions answer an open overview, and those pages that people open. Each is taken to have a new container every hour. */
function functionsOf(others: boolean): number {
  const own = others
    ? [...(pages['/chips/$chipId'] ?? []), ...(pages['/dashboard'] ?? [])]
    : (pages['/chips/$chipId'] ?? []);
  const operationIds = [...shell, ...own, ...byTheClock].map((name) => name.replace(/,.*/, '') as OperationId);
  return new Set(operationIds.map((operationId) => routes[operationId].group)).size;
}

/**
 * Leases of a user and of their project that so many read units take, and one of each for every container that meets a caller
 * (docs/decisions/0057), and the records of what the project used (rule LIMIT-11). At most, since a request that needs more than a lease takes all at once.
 */
function limitWrites(readUnits: number, containers: number): number {
  const leases = limitsOf(limitSettings(loadDeploymentConfig({ environment: 'prod' }))).filter(
    ({ kind }) => kind === 'reads',
  );
  const units = [...leases.map(({ lease }) => lease), meteredUnits];
  return units.reduce((sum, each) => sum + readUnits / each + containers, 0);
}

/** An overview that is open all the time, of a chip with a run of five minutes every hour. */
export const openOverview: OpenPages = {
  pageHours: 720,
  runsPerHour: 1,
  minutesPerRun: 5,
  viewsPerHour: 0,
  mapShare: 0,
};

/** Twenty people, eight hours on each of 22 days, with a run every hour on each of three chips. */
export const twentyPeople: OpenPages = {
  pageHours: 20 * 8 * 22,
  runsPerHour: 3,
  minutesPerRun: 5,
  viewsPerHour: 20,
  mapShare: 0.25,
};

/** Full copies of the table in the vault of a prod: of the six other nights of a week, and of Sundays (rule DEPLOY-51). */
export const copiesOfTable = (): number => 6 + Math.ceil(loadDeploymentConfig({ environment: 'prod' }).backupDays / 7);

/** What the results of so many tasks cost a year after they were written: table, indexes and roll-ups, and their files. */
export function storageCosts(tasks: number): CostLine[] {
  const { dynamodb, objects, backup } = prices;
  const { storedBytesPerTask, fileBytesPerTask } = measured.run;
  const months = 12;
  const stored = (tasks * storedBytesPerTask) / gigabyte;
  const files = (tasks * fileBytesPerTask) / gigabyte;
  return [
    lineOf('Table and indexes, GB-months', stored * months, dynamodb.gigabyteMonth),
    lineOf('Recovery to a point in time, GB-months', stored * months, dynamodb.recoveryGigabyteMonth),
    lineOf('Files, GB-months', files * months, objects.gigabyteMonth),
    lineOf(
      `Copies of the table, ${copiesOfTable()} of each GB-month`,
      stored * months * copiesOfTable(),
      backup.tableGigabyteMonth,
    ),
    lineOf('Copies of files, GB-months', files * months, backup.filesGigabyteMonth),
  ];
}
