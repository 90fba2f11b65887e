import type { Template } from 'aws-cdk-lib/assertions';
import { synthesize } from '#test/infra/synthesis.ts';
import { type CostLine, groups, sumOf } from './cost-line.ts';
import { idleCosts } from './idle-costs.ts';
import { labCosts } from './lab-costs.ts';
import prices from './prices.json' with { type: 'json' };
import {
  dashboardCosts,
  drivingWorkerCosts,
  idleWorkerCosts,
  openOverview,
  openPageCosts,
  runCosts,
  storageCosts,
  twentyPeople,
} from './use-costs.ts';

/** Between these two lines of docs/operations.md remains what is made here. */
export const marks = { begin: '<!-- costs: begin -->', end: '<!-- costs: end -->' };

/** Environments as they are deployed, and what is set besides their defaults. */
const environments = [
  { title: '`dev`', environment: 'dev', context: {} },
  { title: '`prod`', environment: 'prod', context: {} },
  { title: 'with a firewall', environment: 'prod', context: { firewallRequestsPerFiveMinutes: '40000' } },
  { title: 'search, one node', environment: 'prod', context: { search: 'managed', searchLayout: 'single' } },
  { title: 'search, three nodes', environment: 'prod', context: { search: 'managed' } },
] as const;

/** Qubits and tasks of the runs. */
const runs = [
  [64, 20],
  [256, 20],
  [1024, 20],
] as const;

/** What an environment costs while no one uses it. */
export const idleCostsOf = (environment: string, context: Record<string, unknown>): CostLine[] =>
  idleCosts(Object.values(synthesize(environment, { context })) as Template[]);

/** The tables of costs, as Markdown. */
export function costTables(): string {
  const idle = environments.map(({ environment, context }) => idleCostsOf(environment, context));
  const prod = sumOf(idleCostsOf('prod', {}));
  const runLines = runs.map(([qubits, tasks]) => runCosts(qubits * tasks));
  return [
    `Prices of ${prices.region} of ${prices.date}, in US dollars, without any free tier.\n`,
    '**Idle**, a month:\n',
    table(['', ...environments.map(({ title }) => title)], idle, 2),
    '\n**A run** of so many tasks on each of so many qubits:\n',
    table(['', ...runs.map(([qubits, tasks]) => `${groups(qubits)} x ${tasks}`)], runLines, 4),
    '\n**A thousand views** of the dashboard of a chip of 133 qubits, and **a million task results** kept for a year:\n',
    single('A thousand views', dashboardCosts(1000)),
    '',
    single('A million results, a year', storageCosts(1e6)),
    '\n**A lab** with three chips, a worker and 20 people, whose chips have a run of 20 tasks every hour; without `resultsKeptMonths`, with 1, and with 1 and the tasks on 64 qubits each:\n',
    table(
      ['', 'month 2', 'month 24, all kept', 'month 24', '64 qubits: month 2', '64 qubits: month 24'],
      [
        labCosts({ month: 2, tasks: 20, keptMonths: 0 }, prod),
        labCosts({ month: 24, tasks: 20, keptMonths: 0 }, prod),
        labCosts({ month: 24, tasks: 20, keptMonths: 1 }, prod),
        labCosts({ month: 2, tasks: 1280, keptMonths: 1 }, prod),
        labCosts({ month: 24, tasks: 1280, keptMonths: 1 }, prod),
      ],
      2,
    ),
    '\n**Pages that are open**, a month: an overview day and night with a run every hour, and those of 20 people, eight hours a day:\n',
    table(['', 'an overview', '20 people'], [openPageCosts(openOverview), openPageCosts(twentyPeople)], 2),
    '\n**A worker**, a month: one that waits for runs, and the heartbeats of one that drives a third of the time with live points:\n',
    table(['', 'waits', 'drives'], [idleWorkerCosts(), drivingWorkerCosts(1 / 3)], 2),
  ].join('\n');
}

/** What is paid in rows, with its sum below: the arithmetic of each where it is not the same, and the amount. */
function table(titles: readonly string[], columns: readonly CostLine[][], digits: number): string {
  const rows = [...new Set(columns.flatMap((lines) => lines.map(({ what }) => what)))];
  const cell = (lines: readonly CostLine[], what: string) => {
    const line = lines.find((one) => one.what === what);
    return line ? `${line.how} = ${line.dollars.toFixed(digits)}` : '';
  };
  return [
    row(titles),
    row(['---', ...columns.map(() => '---:')]),
    ...rows.map((what) => row([what, ...columns.map((lines) => cell(lines, what))])),
    row(['**Sum**', ...columns.map((lines) => `**${sumOf(lines).toFixed(2)}**`)]),
  ].join('\n');
}

const single = (title: string, lines: CostLine[]): string => table([title, 'US dollars'], [lines], 4);

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
