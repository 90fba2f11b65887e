import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '#test/support/stack/processes.ts';
import type { ColdStart } from './cold-start.ts';
import { exceptionOf, exceptions, ratioOf } from './limits.ts';
import { type PageCost, pageCosts } from './pages.ts';
import type { Measured, Times } from './read-case.ts';

/** The figures as Markdown; the table of the functions only if they were measured. */
export function formatReport(reads: readonly Measured[], coldStarts: readonly ColdStart[]): string {
  const timed = reads.some(({ times }) => times !== undefined);
  return [
    '### Reads\n',
    readTable(reads),
    ...(exceptions.length > 0
      ? ['\n(*) Exceptions:\n', ...exceptions.map(({ name, why }) => `- \`${name}\`: ${why}`)]
      : []),
    ...(timed ? ['\n### Pages\n', pageTable(pageCosts(reads))] : []),
    ...(coldStarts.length > 0 ? ['\n### Functions\n', functionTable(coldStarts)] : []),
  ].join('\n');
}

/** A line for each read; without CPU where times were not measured. */
export function readTable(reads: readonly Measured[]): string {
  const timed = reads.some(({ times }) => times !== undefined);
  return table(
    [
      ...['Read', 'Trips', 'in total', 'Units', 'in total', 'Minimum', 'Ratio', 'Items', 'Answer'],
      ...(timed ? ['CPU', 'Floor', 'Ratio'] : []),
    ],
    reads.map((read) => [
      exceptionOf(read) ? `${read.name} (*)` : read.name,
      String(read.trips),
      String(read.totalTrips),
      String(read.units),
      String(read.totalUnits),
      String(read.minimum),
      ratioOf(read).toFixed(2),
      String(read.items),
      kilobytes(read.bodyBytes),
      ...(read.times ? timesOf(read.times) : []),
    ]),
  );
}

const timesOf = ({ read, floor }: Times): string[] => [
  `${read.toFixed(1)} ms`,
  `${floor.toFixed(1)} ms`,
  (read / floor).toFixed(1),
];

const pageTable = (costs: readonly PageCost[]): string =>
  table(
    ['Page', 'Reads', 'CPU', 'Floor', 'Ratio'],
    costs
      .filter(({ reads }) => reads > 0)
      .map(({ path, reads, milliseconds, floor }) => [
        `\`${path}\``,
        String(reads),
        ...timesOf({ read: milliseconds, floor }),
      ]),
  );

const functionTable = (coldStarts: readonly ColdStart[]): string =>
  table(
    ['Function', 'Bundle', 'Import', 'of the bare handler'],
    coldStarts.map(({ name, bytes, importMilliseconds }) => [
      name,
      kilobytes(bytes),
      `${importMilliseconds.toFixed(0)} ms`,
      `${(importMilliseconds / (coldStarts[0]?.importMilliseconds ?? 1)).toFixed(2)} x`,
    ]),
  );

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, n) => (n === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** Keeps a report of the bench as `dist/bench/<name>.md`, and returns its path. */
export async function keepReport(name: string, report: string): Promise<string> {
  const path = `dist/bench/${name}.md`;
  await mkdir(join(projectRoot, 'dist/bench'), { recursive: true });
  await writeFile(join(projectRoot, path), `${report}\n`);
  return path;
}
