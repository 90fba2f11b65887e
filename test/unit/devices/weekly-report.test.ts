import { describe, expect, it } from 'vitest';
import { type ReportSection, type WeeklyReport, weeklyReport } from '#shared/devices/rules/export/pdf/weekly-report.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';

const section = (title: string, lines: number): ReportSection => ({
  ...{ title, total: lines, empty: `No ${title}.` },
  columns: [
    ['What', 100],
    ['Then', 400],
  ],
  lines: Array.from({ length: lines }, (_, n) => [`${title} ${n}`, 'x'.repeat(200)]),
});
const t1 = {
  definition: describeMetric('t1', 'qubit'),
  ...{ targets: 2, leftOut: 0, median: 50, min: 40, max: 60 },
  values: new Map([
    ['0', 40],
    ['1', 60],
  ]),
};
const report = (sections: ReportSection[], more: Partial<WeeklyReport> = {}): string => {
  const bytes = weeklyReport({
    ...{ chipId: 'c', week: '1 Jan 2026 to 8 Jan 2026', facts: ['One fact.'], sections, maps: [t1, t1] },
    ...{ positions: { 0: { row: 0, col: 0 }, 1: { row: 0, col: 1 } }, couplings: [], ...more },
  });
  return Buffer.from(bytes).toString('latin1');
};
const drawn = (text: string) => [...text.matchAll(/\((.*?)(?<!\\)\) Tj/g)].map(([, words]) => words ?? '');
const pagesOf = (text: string) => text.match(/\/Type \/Page /g)?.length;

describe('the report of a week', () => {
  it('a report has one page of text and two maps for a quiet week, in the colours of the pages', () => {
    const text = report([section('Changes', 0), section('Runs', 2)]);
    expect(pagesOf(text)).toBe(3);
    expect(drawn(text)).toEqual(expect.arrayContaining(['Chip c: 1 Jan 2026 to 8 Jan 2026', 'No Changes.', 'Runs 1']));
    // The dark and the bright end of the usual colours of maps.
    expect(text).toContain(`${[0x1d, 0x1c, 0x7c].map((part) => Number((part / 255).toFixed(2))).join(' ')} rg`);
    expect(text).toContain(`${[0xf9, 0xdf, 0x4c].map((part) => Number((part / 255).toFixed(2))).join(' ')} rg`);
  });

  it.each([1, 10, 45, 60, 300])(
    'a report never has more than four pages, and counts what has no room: %i lines a section',
    (n) => {
      const names = ['Changes', 'Drift', 'Runs', 'Notes'];
      const text = report(names.map((name) => section(name, n)));
      expect(pagesOf(text)).toBeLessThanOrEqual(4);
      const words = drawn(text);
      for (const name of names) {
        const shown = words.filter((word) => word.startsWith(`${name} `)).length;
        expect(shown).toBeGreaterThanOrEqual(Math.min(n, 3));
        const after = words.slice(words.indexOf(name));
        const more = Number(/^and (\d+) more$/.exec(after.find((word) => /^and \d+ more$/.test(word)) ?? '')?.[1] ?? 0);
        if (shown < n) expect(shown + more).toBe(n);
      }
    },
  );

  it('the report says that letters are missing from its fonts, where a note has some', () => {
    const note = { ...section('Notes', 0), lines: [['μ → “a”…', '冷却']], total: 1 };
    const words = drawn(report([note]));
    expect(words).toEqual(expect.arrayContaining(['µ -> "a"...', '??']));
    expect(words).toContain('Letters that the fonts of this report do not have are printed as ?.');
    expect(drawn(report([section('Notes', 1)]))).not.toContain(
      'Letters that the fonts of this report do not have are printed as ?.',
    );
  });

  it('no text is written below the margin of a page or beyond its column', () => {
    const text = report(
      ['Changes', 'Notes'].map((name) => section(name, 300)),
      { maps: [] },
    );
    const lines = [...text.matchAll(/Tf ([\d.]+) ([\d.]+) Td/g)].map(([, x, y]) => [Number(x), Number(y)]);
    expect(Math.min(...lines.map(([, y = 0]) => y))).toBeGreaterThanOrEqual(39);
    const written = drawn(text).filter((word) => word.startsWith('x'));
    expect(written.every((word) => word.length <= 400 / (0.54 * 9))).toBe(true);
  });

  it('a long note goes on below itself in three lines, and what has no room ends in dots', () => {
    const words = Array.from({ length: 60 }, (_, n) => `word${n}`).join(' ');
    const note = { ...section('Notes', 0), lines: [['Q5', words]], total: 1 };
    const rows = drawn(report([note])).filter((word) => word.startsWith('word'));
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatch(/^word0 word1 .*word\d+$/);
    expect(rows[2]).toMatch(/\.\.\.$/);
    const short = { ...note, lines: [['Q5', 'TLS near 4.79 GHz']] };
    expect(drawn(report([short]))).toContain('TLS near 4.79 GHz');
  });
});
