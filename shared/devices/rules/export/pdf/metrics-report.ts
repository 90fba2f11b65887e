import type { Position } from '../../../../chips/rules/topology/types.ts';
import { cellFigures } from '../../../../values/rules/cell/cell-figures.ts';
import { formatStatistic, type MetricDisplay, metricDisplay } from '../../../../values/rules/cell/display.ts';
import { colourRange } from '../../../../values/rules/colours/colour-range.ts';
import { lightColours } from '../../../../values/rules/colours/ramp.ts';
import type { MetricDefinition } from '../../../../values/rules/types.ts';
import { PdfPage, pdfOf } from './document.ts';

/** A metric with the values of its targets, in its stored unit. */
export interface ReportedMetric {
  definition: MetricDefinition;
  /** How many targets could have a value. */
  targets: number;
  /** Targets whose value is in a unit of another kind. */
  leftOut: number;
  median: number | null;
  min: number | null;
  max: number | null;
  values: ReadonlyMap<string, number>;
}

/** What the map of a chip is drawn by. */
export interface MappedChip {
  chipId: string;
  /** Where qubits are drawn. */
  positions: Readonly<Record<string, Position>>;
  couplings: readonly (readonly [id: string, a: string, b: string])[];
}

/** What a report says of a chip. */
export interface MetricsReport extends MappedChip {
  /** What was asked for, in words, one line each. */
  facts: readonly string[];
  metrics: readonly ReportedMetric[];
}

const margin = 40;
const rowHeight = 16;
const rowsOfPage = 40;
const none = '#dddddd';
/** Cells of more targets are too small for a number. */
const numberedTargets = 150;

/** The report as a file: a table of all metrics, then a map of each that has a value. */
export function metricsReport(report: MetricsReport): Uint8Array {
  const measured = report.metrics.filter(({ values }) => values.size > 0);
  return pdfOf([...tablePages(report, measured), ...measured.map((metric) => mapPage(report, metric))]);
}

const columns = [0, 210, 270, 340, 400, 460] as const;

function tablePages({ chipId, facts }: MetricsReport, metrics: readonly ReportedMetric[]): PdfPage[] {
  const pages: PdfPage[] = [];
  for (let first = 0; first === 0 || first < metrics.length; first += rowsOfPage) {
    const page = new PdfPage();
    page.text(margin, margin + 10, `Chip ${chipId}`, { size: 16, bold: true });
    facts.forEach((fact, n) => {
      page.text(margin, margin + 24 + 14 * n, fact, { colour: '#555555' });
    });
    const head = margin + 34 + 14 * facts.length;
    row(page, head, ['Metric', 'Unit', 'Measured', 'Median', 'Least', 'Largest'], true);
    metrics.slice(first, first + rowsOfPage).forEach((metric, n) => {
      row(page, head + rowHeight * (n + 1), cellsOf(metric), false);
    });
    if (metrics.length === 0) page.text(margin, head + rowHeight, 'No values');
    pages.push(page);
  }
  return pages;
}

function row(page: PdfPage, y: number, cells: readonly string[], bold: boolean): void {
  cells.forEach((cell, n) => {
    page.text(margin + (columns[n] ?? 0), y, cell, { bold });
  });
  page.line({ x: margin, y: y + 4 }, { x: page.width - margin, y: y + 4 });
}

function cellsOf(metric: ReportedMetric): string[] {
  const display = metricDisplay(metric.definition);
  const { targets, leftOut, median, values } = metric;
  const numbers = [median, ...endsOf(metric, display)].map((value) => statistic(display, value));
  return [
    display.title,
    display.unit,
    `${values.size} of ${targets}${leftOut > 0 ? `, ${leftOut} in another unit` : ''}`,
    ...numbers,
  ];
}

/** The least and the largest as they are drawn: the error of the best fidelity is the least. */
const endsOf = ({ min, max }: ReportedMetric, { isError }: MetricDisplay) => (isError ? [max, min] : [min, max]);

const statistic = (display: MetricDisplay, stored: number | null | undefined): string =>
  stored == null ? '' : formatStatistic({ ...display, unit: '' }, display.toDrawn(stored));

/** A page with the map of one metric, in the colours of the pages. */
export function mapPage(report: MappedChip, metric: ReportedMetric): PdfPage {
  const { definition, values } = metric;
  const page = new PdfPage();
  const display = metricDisplay(definition);
  const unit = display.unit === '' ? '' : ` (${display.unit})`;
  const [least, largest] = endsOf(metric, display).map((value) => statistic(display, value));
  const { start, write } = cellFigures([...values.values()].map(display.toDrawn));
  page.text(margin, margin + 10, `${display.title}${unit}`, { size: 14, bold: true });
  page.text(
    margin,
    margin + 26,
    `Chip ${report.chipId}, ${least} to ${largest}${start && `; cells show the digits after ${start}..`}`,
  );
  const drawn = new Map([...values].map(([id, value]) => [id, display.toDrawn(value)]));
  const { position } = colourRange([...drawn.values()], display);
  const ramp = display.better === 'neither' ? lightColours.neutral : lightColours.judged;
  const draw = definition.target === 'qubit' ? drawQubits : drawCouplings;
  draw(page, report, {
    colourOf: (id) => {
      const value = drawn.get(id);
      return value === undefined ? none : hexOf(ramp(position(value)));
    },
    textOf: (id) => {
      const value = drawn.get(id);
      return value === undefined || values.size > numberedTargets ? '' : write(value);
    },
  });
  return page;
}

const hexOf = (rgb: string): string =>
  `#${(rgb.match(/\d+/g) ?? []).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;

interface Drawing {
  colourOf(id: string): string;
  textOf(id: string): string;
}

/** How large a cell is, so that the whole map fits, and where each is. */
function gridOf(page: PdfPage, { positions }: MappedChip) {
  const all = Object.values(positions);
  const count = 1 + Math.max(0, ...all.map(({ row, col }) => Math.max(row, col)));
  const size = (page.width - 2 * margin) / count;
  const top = margin + 44;
  return { size, at: ({ row, col }: Position) => ({ x: margin + col * size, y: top + row * size }) };
}

function drawQubits(page: PdfPage, report: MappedChip, { colourOf, textOf }: Drawing): void {
  const { size, at } = gridOf(page, report);
  const font = Math.min(9, size / 4);
  for (const [id, position] of Object.entries(report.positions)) {
    const { x, y } = at(position);
    const colour = colourOf(id);
    page.rectangle(x + 1, y + 1, size - 2, size - 2, colour);
    if (size < 12) continue;
    const ink = { size: font, colour: inkOn(colour) };
    page.text(x + 3, y + font + 2, id, ink).text(x + 3, y + 2.3 * font + 3, textOf(id), ink);
  }
}

function drawCouplings(page: PdfPage, report: MappedChip, { colourOf, textOf }: Drawing): void {
  const { size, at } = gridOf(page, report);
  const centre = (qid: string) => {
    const { x, y } = at(report.positions[qid] ?? { row: 0, col: 0 });
    return { x: x + size / 2, y: y + size / 2 };
  };
  const font = Math.min(7, size / 5);
  for (const [id, a, b] of report.couplings) {
    const [from, to] = [centre(a), centre(b)];
    page.line(from, to, { width: size / 6, colour: colourOf(id) });
    const ink = { size: font, colour: inkOn(colourOf(id)) };
    if (size >= 20) page.text((from.x + to.x) / 2 - font, (from.y + to.y) / 2 + font / 3, textOf(id), ink);
  }
  for (const qid of Object.keys(report.positions)) {
    const { x, y } = centre(qid);
    page.rectangle(x - size / 8, y - size / 8, size / 4, size / 4, none);
    if (size >= 20) page.text(x - font / 2, y + font / 3, qid, { size: font });
  }
}

/** Black on bright colours, white on dark ones. */
function inkOn(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((n) => Number.parseInt(colour.slice(n, n + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? '#000000' : '#ffffff';
}
