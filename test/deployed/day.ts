/*
 * `npm run deploy:local` runs it at the deployed address: a day of five runs of the built-in tasks on one chip, one after the other, and
 * what each took: milliseconds of the Lambda functions, by what they do, and units written, a task. Arguments: qubits and
 * tasks (16, the most, and 10 unless given). It fails where a run does not complete, where a task takes more units than `mostUnits`, or the
 * last run more than the first by a tenth; milliseconds are the machine's, and told.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { createClient } from '#shared/api/client.ts';
import { secretsManagerSource } from '#shared/people/store/secrets.ts';
import { STANDARD_SEQUENCES } from '#shared/runs/rules/sequences.ts';
import { isEnded } from '#shared/runs/rules/statuses.ts';
import { type Called, calledSince } from './function-times.ts';
import { StreamMeter } from './stream-units.ts';

const [qubits = 16, tasks = 10] = process.argv.slice(2).map(Number);
const runs = 5;
/**
 * 18 to 20, as on one machine (test/store/runs/run-units.test.ts), 3 to 5 for revisions and single writes, which are counted here as if they were
 * in transactions, and what a run of few tasks takes for a qubit by itself.
 */
const mostUnits = 23 + 60 / tasks;
const quietMilliseconds = 1500;
const name = 'day';

/** What one run took. */
interface RunCost {
  seconds: number;
  called: Map<string, Called>;
  units: number;
  problem: string | undefined;
}

const {
  AWS_ENDPOINT_URL: endpoint = '',
  FIDUCIAL_URL: url = '',
  TABLE_NAME: tableName = '',
  SECRET_ID = '',
} = process.env;

async function deployedChip() {
  const password = await secretsManagerSource(SECRET_ID).adminPassword();
  const { access_token } = await createClient({ baseUrl: url }).login({ body: { username: 'admin', password } });
  const admin = createClient({ baseUrl: url, token: () => access_token });
  const { project_id } = await admin.createProject({ body: { name: `${name} ${Date.now()}` } });
  const client = createClient({ baseUrl: url, token: () => access_token, projectId: () => project_id });
  await client.createChip({ body: { chip_id: name, size: 16 } });
  const names = [...new Set([...STANDARD_SEQUENCES.CHECK_1Q, ...STANDARD_SEQUENCES.FULL_1Q_AFTER_CHECK])];
  const targets = Array.from({ length: qubits }, (_, qid) => `'${qid}'`).join(', ');
  const code = `stages:\n  - name: day\n    tasks: [${names.slice(0, tasks).join(', ')}]\n    targets: { qubits: [${targets}] }\n`;
  await client.saveFlow({ body: { name, code, chip_id: name } });
  return client;
}

async function runOnce(client: Awaited<ReturnType<typeof deployedChip>>, meter: StreamMeter): Promise<RunCost> {
  const begun = Date.now();
  const { execution_id } = await client.executeFlow({ params: { name }, body: {} });
  const read = () => client.getExecution({ params: { execution_id }, query: { include: 'none' } });
  let run = await read();
  while (!isEnded(run.status)) {
    await sleep(250);
    run = await read();
  }
  const seconds = (Date.now() - begun) / 1000;
  const units = await meter.settled(quietMilliseconds);
  const problem = run.status === 'completed' ? undefined : `${execution_id} is ${run.status}: ${run.message}`;
  return { seconds, units: units / (qubits * tasks), called: await calledSince(endpoint, begun), problem };
}

/** The part of the service that a function of the deployment is, by the name of its log group. */
function partOf(logGroup: string): string {
  if (/Stream/i.test(logGroup)) return 'stream';
  return /Flow(?!s)|Begin|Slice|Complete|Abort|Await|Queued|StatusChanged/.test(logGroup)
    ? 'steps of the run'
    : 'requests';
}

function perTask(called: Map<string, Called>, part: string): number {
  const of = [...called].filter(([group]) => partOf(group) === part);
  return of.reduce((sum, [, { milliseconds }]) => sum + milliseconds, 0) / (qubits * tasks);
}

function printDay(costs: readonly RunCost[]): void {
  const parts = ['steps of the run', 'stream', 'requests'];
  const row = (label: string, figures: readonly string[]) => `| ${[label, ...figures].join(' | ')} |`;
  console.log(
    row(
      `${qubits} x ${tasks}`,
      costs.map((_, n) => `Run ${n + 1}`),
    ),
  );
  console.log(
    row(
      '---',
      costs.map(() => '---:'),
    ),
  );
  console.log(
    row(
      'Run, s',
      costs.map(({ seconds }) => seconds.toFixed(1)),
    ),
  );
  for (const part of parts)
    console.log(
      row(
        `Lambda, ms a task: ${part}`,
        costs.map(({ called }) => perTask(called, part).toFixed(1)),
      ),
    );
  console.log(
    row(
      'Units a task, written',
      costs.map(({ units }) => units.toFixed(1)),
    ),
  );
}

function problemsOf(costs: readonly RunCost[]): string[] {
  const [first, last] = [costs[0], costs.at(-1)];
  const problems = costs.flatMap(({ problem }) => problem ?? []);
  for (const [n, { units }] of costs.entries())
    if (units > mostUnits)
      problems.push(`run ${n + 1} writes ${units.toFixed(1)} units a task, more than ${mostUnits}`);
  if (costs.some(({ units }) => units === 0)) problems.push('the stream of the table shows no write of a run');
  if (costs.some(({ called }) => perTask(called, 'steps of the run') === 0))
    problems.push('no log shows a step of a run');
  if (first && last && last.units > 1.1 * first.units)
    problems.push(`the last run writes ${last.units.toFixed(1)} units a task, the first ${first.units.toFixed(1)}`);
  return problems;
}

const client = await deployedChip();
const streams = new DynamoDBStreamsClient({});
const meter = await StreamMeter.start(streams, tableName);
const costs: RunCost[] = [];
for (let n = 0; n < runs; n += 1) costs.push(await runOnce(client, meter));
printDay(costs);
const problems = problemsOf(costs);
for (const problem of problems) console.log(`FAILED ${problem}`);
streams.destroy();
process.exitCode = problems.length === 0 ? 0 : 1;
