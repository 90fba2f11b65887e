import type { ServiceMemory } from '../memory.ts';
import { table } from '../report.ts';
import type { DayRun, DaySize } from './chip.ts';
import type { PageTimes } from './readers.ts';

/** A day of one chip. */
export interface Day extends DaySize {
  /** The run before all others, alongside which no one reads. */
  alone: DayRun;
  /** The runs alongside eight clients, in order. */
  runs: readonly DayRun[];
  idle: PageTimes;
  loaded: PageTimes;
  /** Resident memory of the service after each of the runs, and at most during them. */
  megabytes: readonly number[];
  mostMegabytes: number;
}

/** Units a task of runs that follow each other, everything derived included. */
export interface Units {
  written: number;
  read: number;
}

export interface DayFigures {
  days: readonly Day[];
  /** Before the first run, and a minute after the last. */
  megabytes: { start: ServiceMemory; after: ServiceMemory };
  units: readonly Units[];
}

/** What a day may be; ratios alone, but the lag and the memory (docs/performance.md#a-day-on-one-machine). */
const limits = { ratio: 1.1, lagSeconds: 1, mostMegabytes: 500, afterMegabytes: 300, beside: 2 };

/** Fewer reads say nothing of their median, or of the slowest twentieth. */
const leastReads = { median: 20, p95: 100 };

/** Fewer runs say nothing of whether memory grows: V8 takes what it may before it collects. */
const leastRunsForGrowth = 10;

/** Most runs of which the median is taken at either end of a day: one run is as long as whatever else the machine did. */
const mostAtEnds = 5;

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN;
const median = (values: readonly number[]): number => percentile(values, 0.5);

/** The medians of the first and of the last quarter, of five values at the most. */
export function ends(values: readonly number[]): { first: number; last: number } {
  const count = Math.min(mostAtEnds, Math.max(1, Math.floor(values.length / 4)));
  return { first: median(values.slice(0, count)), last: median(values.slice(-count)) };
}

const nameOf = ({ qubits, tasks }: DaySize): string => `${qubits} x ${tasks}`;

/** Everything that is wrong with a day, a sentence each; `judgesTimes`: the machine had nothing else to do. */
export function problemsOfDay({ days, megabytes, units }: DayFigures, judgesTimes: boolean): string[] {
  const [, second] = units;
  const last = units.at(-1);
  const grown = second && last ? (last.written + last.read) / (second.written + second.read) : 1;
  return [
    ...days.flatMap((day) => problemsOfRuns(day, judgesTimes)),
    ...(grown > limits.ratio ? [`the last run takes ${grown.toFixed(2)} times the units of the second`] : []),
    ...(megabytes.after.service + megabytes.after.engine > limits.afterMegabytes
      ? [`a minute after the last run the service and its engine take ${toldOf(megabytes.after)}`]
      : []),
  ];
}

function problemsOfRuns(day: Day, judgesTimes: boolean): string[] {
  const { alone, runs, mostMegabytes } = day;
  const rates = ends(runs.map(({ tasksPerSecond }) => tasksPerSecond));
  const memory = ends(day.megabytes.slice(1));
  const grows = runs.length >= leastRunsForGrowth && memory.last > limits.ratio * memory.first;
  return [
    ...[alone, ...runs].flatMap(({ problem }) => problem ?? []),
    ...[alone, ...runs]
      .filter(({ lagSeconds }) => lagSeconds > limits.lagSeconds)
      .map(({ lagSeconds }) => `a history of ${nameOf(day)} was ${lagSeconds.toFixed(2)} s late`),
    ...(judgesTimes && rates.first > limits.ratio * rates.last
      ? [
          `the last runs of ${nameOf(day)} do ${rates.last.toFixed(0)} tasks a second, the first ${rates.first.toFixed(0)}`,
        ]
      : []),
    ...(judgesTimes ? problemsOfReads(day) : []),
    ...(mostMegabytes > limits.mostMegabytes
      ? [`the service takes ${mostMegabytes.toFixed(0)} MB during runs of ${nameOf(day)}`]
      : []),
    ...(grows
      ? [`memory grows over runs of ${nameOf(day)}: ${memory.first.toFixed(0)} MB, then ${memory.last.toFixed(0)}`]
      : []),
  ];
}

function problemsOfReads({ idle, loaded, qubits }: Day): string[] {
  const judged = [
    { name: 'median', share: 0.5, least: leastReads.median },
    { name: 'p95', share: 0.95, least: leastReads.p95 },
  ];
  return [...idle].flatMap(([page, before]) => {
    const beside = loaded.get(page) ?? [];
    return judged.flatMap(({ name, share, least }) => {
      const ratio = percentile(beside, share) / percentile(before, share);
      if (Math.min(before.length, beside.length) < least || ratio <= limits.beside) return [];
      return [`the ${name} of '${page}' of ${qubits} qubits is ${ratio.toFixed(2)} times as long alongside runs`];
    });
  });
}

/** The figures as Markdown. `machine`: on what they were measured, a sentence. */
export function formatDay({ days, megabytes, units }: DayFigures, machine: string): string {
  return [
    `${machine}\n`,
    table(
      ['', ...days.map((day) => `${day.runs.length} of ${nameOf(day)}`)],
      [
        ['Tasks a second, alone', ...days.map(({ alone }) => alone.tasksPerSecond.toFixed(0))],
        ['alongside eight clients, first runs', ...days.map((day) => rateEnds(day).first.toFixed(0))],
        ['last runs', ...days.map((day) => rateEnds(day).last.toFixed(0))],
        ['last to first', ...days.map((day) => (rateEnds(day).last / rateEnds(day).first).toFixed(2))],
        ['History late, first run, s', ...days.map(({ runs }) => (runs[0]?.lagSeconds ?? Number.NaN).toFixed(2))],
        ['last run, s', ...days.map(({ runs }) => (runs.at(-1)?.lagSeconds ?? Number.NaN).toFixed(2))],
        ['at most, s', ...days.map(({ runs }) => Math.max(...runs.map(({ lagSeconds }) => lagSeconds)).toFixed(2))],
        ['Resident memory after the first run, MB', ...days.map((day) => (day.megabytes[0] ?? Number.NaN).toFixed(0))],
        ['after the last run, MB', ...days.map((day) => (day.megabytes.at(-1) ?? Number.NaN).toFixed(0))],
        ['at most, MB', ...days.map(({ mostMegabytes }) => mostMegabytes.toFixed(0))],
      ],
    ),
    `\nResident memory before the first run: ${toldOf(megabytes.start)}; a minute after the last: ${toldOf(megabytes.after)}.`,
    ...days.map((day) => `\n${pageTable(day)}`),
    `\n${unitTable(units)}`,
  ].join('\n');
}

const toldOf = ({ service, engine, supervisor }: ServiceMemory): string =>
  `service ${service.toFixed(0)} MB, engine ${engine.toFixed(0)} MB, supervisor ${supervisor.toFixed(0)} MB`;

const rateEnds = ({ runs }: Day) => ends(runs.map(({ tasksPerSecond }) => tasksPerSecond));

const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

function pageTable(day: Day): string {
  const rows = [...day.idle].map(([page, idle]) => {
    const loaded = day.loaded.get(page) ?? [];
    const shares = [0.5, 0.95] as const;
    return [
      page,
      ...[idle, loaded].flatMap((times) => shares.map((share) => milliseconds(percentile(times, share)))),
      ...shares.map((share) => (percentile(loaded, share) / percentile(idle, share)).toFixed(2)),
    ];
  });
  return table(
    [`Page, ${day.qubits} qubits`, 'Idle: median', 'p95', 'During runs: median', 'p95', 'Ratio of medians', 'of p95'],
    rows,
  );
}

const unitTable = (units: readonly Units[]): string =>
  table(
    ['Units a task, 16 x 10', ...units.map((_, n) => `Run ${n + 1}`)],
    [
      ['Written', ...units.map(({ written }) => written.toFixed(1))],
      ['Read', ...units.map(({ read }) => read.toFixed(1))],
    ],
  );
