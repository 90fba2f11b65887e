import { isUnprintable, PdfPage, pdfOf } from './document.ts';
import { type MappedChip, mapPage, type ReportedMetric } from './metrics-report.ts';

/** One line of a table of the report, a text for each column. */
export type ReportLine = readonly string[];

/** A part of the report: what it is about, its table, and what is said where it is empty. */
export interface ReportSection {
  title: string;
  /** Name and width in points of each column. */
  columns: readonly (readonly [name: string, width: number])[];
  lines: readonly ReportLine[];
  /** All that there are; lines beyond those that are listed are counted. */
  total: number;
  empty: string;
}

/** What the report of a week says of a chip. */
export interface WeeklyReport extends MappedChip {
  /** `20 Nov 2026 to 27 Nov 2026`. */
  week: string;
  facts: readonly string[];
  sections: readonly ReportSection[];
  /** At most two maps. */
  maps: readonly ReportedMetric[];
}

const margin = 40;
const lineHeight = 13;
/** Pages of text; the maps come after them (rule EXPORT-14). */
const TEXT_PAGES = 2;

/** The report of a week: changes, drift, runs and notes on one or two pages, then a map a page. */
export function weeklyReport(report: WeeklyReport): Uint8Array {
  const writer = new Writer(`Chip ${report.chipId}: ${report.week}`);
  for (const fact of report.facts) writer.text(fact);
  if (report.sections.some(({ lines }) => lines.flat().some(isUnprintable)))
    writer.text('Letters that the fonts of this report do not have are printed as ?.');
  // Every section has its head and three lines, whatever those before it need.
  report.sections.forEach((section, index) => {
    const later = report.sections
      .slice(index + 1)
      .reduce((sum, { lines }) => sum + 4 + MOST_ROWS * Math.min(3, lines.length), 0);
    writer.section(section, later);
  });
  return pdfOf([...writer.pages, ...report.maps.slice(0, 2).map((metric) => mapPage(report, metric))]);
}

/** Writes lines from the top of a page to its end, on as many pages as a report of a week has. */
class Writer {
  readonly pages: PdfPage[] = [];
  #page: PdfPage;
  #y = 0;

  constructor(title: string) {
    this.#page = this.#begin();
    this.#page.text(margin, this.#y, title, { size: 16, bold: true });
    this.#y += lineHeight + 4;
  }

  #begin(): PdfPage {
    const page = new PdfPage();
    this.pages.push(page);
    this.#y = margin + 12;
    this.#page = page;
    return page;
  }

  /** How many lines there is room for, on this page and those that may follow. */
  get #left(): number {
    const ofPage = Math.floor((this.#page.height - margin - this.#y) / lineHeight);
    const whole = Math.floor((this.#page.height - 2 * margin - 12) / lineHeight);
    return ofPage + (TEXT_PAGES - this.pages.length) * whole;
  }

  text(text: string): void {
    this.#line([[text, this.#page.width - 2 * margin]], { colour: '#555555' });
  }

  /** @param later lines that the sections after it need. */
  section({ title, columns, lines, total, empty }: ReportSection, later: number): void {
    this.#y += lineHeight;
    this.#line([[title, this.#page.width - 2 * margin]], { bold: true, size: 12 });
    if (lines.length === 0) {
      this.text(empty);
      return;
    }
    this.#line(columns, { colour: '#555555' });
    const wrapped = lines.map((line) => this.#wrap(line, columns));
    let room = this.#left - later - 1;
    let shown = 0;
    for (const rows of wrapped) {
      if (shown > 0 && rows.length > room) break;
      for (const row of rows)
        this.#line(
          columns.map(([, width], n) => [row[n] ?? '', width]),
          {},
        );
      room -= rows.length;
      shown += 1;
    }
    if (total > shown) this.text(`and ${total - shown} more`);
  }

  /** The rows of a line, whose last text goes on below itself. */
  #wrap(line: ReportLine, columns: ReportSection['columns']): ReportLine[] {
    const last = columns.length - 1;
    const most = lettersIn((columns[last]?.[1] ?? 0) - cellGap, 9);
    const [first = '', ...rest] = wrappedAt(line[last] ?? '', most);
    const below =
      rest.length < MOST_ROWS ? rest : [...rest.slice(0, MOST_ROWS - 2), rest.slice(MOST_ROWS - 2).join(' ')];
    return [[...line.slice(0, last), first], ...below.map((text) => [...line.slice(0, last).map(() => ''), text])];
  }

  #line(cells: readonly (readonly [text: string, width: number])[], look: Parameters<PdfPage['text']>[3]): void {
    if (this.#y > this.#page.height - margin) this.#begin();
    let x = margin;
    for (const [text, width] of cells) {
      this.#page.text(x, this.#y, cutTo(text, width - cellGap, look?.size ?? 9), look);
      x += width;
    }
    this.#y += lineHeight;
  }
}

/** Between two columns, in points. */
const cellGap = 6;
/** Of one line of a table. */
const MOST_ROWS = 3;

/** Letters of Helvetica are half as wide as high on average, and a text rarely has more than 0.54. */
const lettersIn = (width: number, size: number): number => Math.max(4, Math.floor(width / (0.54 * size)));

function cutTo(text: string, width: number, size: number): string {
  const most = lettersIn(width, size);
  return text.length <= most ? text : `${text.slice(0, most - 3).trimEnd()}...`;
}

/** A text in rows of at most so many letters, broken between words where it can be. */
function wrappedAt(text: string, most: number): string[] {
  const rows: string[] = [];
  for (const word of text.split(' ')) {
    const row = rows.at(-1);
    if (row !== undefined && row.length + 1 + word.length <= most) rows[rows.length - 1] = `${row} ${word}`;
    else rows.push(...(word.match(new RegExp(`.{1,${most}}`, 'gu')) ?? ['']));
  }
  return rows;
}
