import { type Alarm, falseAlarms, found, replayed } from './measure.ts';
import type { Cadence } from './model.ts';

/** The tables of the document, by the name of their place. */
export type DriftTables = Record<'alarms' | 'white' | 'replay', string>;

const alarms: readonly Alarm[] = ['watch', 12, 20, 30];
const names = ['watch, 7', 'alert, 12', 'alert, 20', 'alert, 30'];
const daily: Cadence = { every: 1, perDay: 1 };
const cadences: [string, Cadence][] = [
  ['', daily],
  [', every 2nd day', { every: 2, perDay: 1 }],
  [', four a day', { every: 1, perDay: 4 }],
];
/** Chips of 133 series of which nothing changes, and of which every seventh does. */
const UNCHANGED_CHIPS = 15;
const CHANGED_CHIPS = 40;

const changes = [
  { by: () => Math.log(0.8), within: 28 },
  { by: () => Math.log(0.6), within: 28 },
  { by: () => Math.log(0.5), within: 28 },
  { by: (days: number) => days * Math.log(0.99), within: 56 },
  { by: (days: number) => days * Math.log(0.97), within: 56 },
];

/** Runs the whole simulation. */
export function simulateDrift(): DriftTables {
  return { alarms: alarmTable(), white: whiteTable(), replay: replayTable() };
}

function alarmTable(): string {
  const rows = cadences.flatMap(([name, cadence], n) => {
    const wanted = n === 0 ? alarms : [12];
    const none = falseAlarms({ noise: 'two-level systems', cadence, seed: 8, chips: UNCHANGED_CHIPS }, wanted);
    const after = changes.map((change, index) =>
      found({ ...change, cadence, seed: 60 + index, chips: CHANGED_CHIPS }, wanted),
    );
    return wanted.map((_, row) => [
      `${n === 0 ? names[row] : 'alert, 12'}${name}`,
      rate(none[row] ?? 0),
      ...after.map((one) => foundText(one[row])),
    ]);
  });
  return tableOf(['Alarm', 'unchanged', '−20 %', '−40 %', 'half', '−1 % a day', '−3 % a day'], rows);
}

const foundText = (one: { share: number; medianDays: number | null } | undefined): string =>
  `${one?.medianDays ?? '–'} / ${(one?.share ?? 0).toFixed(2)}`;

function whiteTable(): string {
  const rows = (['white normal', 'white t3'] as const).map((noise) => [
    noise,
    ...falseAlarms({ noise, cadence: daily, seed: 9, chips: UNCHANGED_CHIPS }, alarms).map(rate),
  ]);
  return tableOf(['Noise', ...names], rows);
}

function replayTable(): string {
  const rows = [0.25, 0.5, 1].map((budget) => {
    const { learnt, tested, thresholds } = replayed({ budget, seed: 10, chips: 30 });
    const middle = thresholds.toSorted((a, b) => a - b)[Math.floor(thresholds.length / 2)] ?? 0;
    return [String(budget), String(middle), learnt.toFixed(2), tested.toFixed(2)];
  });
  return tableOf(['Wanted', 'threshold', 'learnt', 'tested'], rows);
}

const rate = (value: number): string => value.toFixed(1);

const tableOf = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** The document with the tables at their places. @throws Error where it lacks one. */
export function placeTables(document: string, tables: DriftTables): string {
  return Object.entries(tables).reduce((text, [name, table]) => {
    const place = new RegExp(`(<!-- ${name} -->\\n)[^]*?(\\n<!-- end of ${name} -->)`);
    if (!place.test(text)) throw new Error(`docs/drift.md has no place for the table '${name}'`);
    return text.replace(place, (_, begin: string, end: string) => `${begin}\n${table}\n${end}`);
  }, document);
}
