import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv } from '#shared/devices/rules/export/csv.ts';

/** A small reader of RFC 4180. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  for (const [, row = ''] of text.matchAll(/((?:"(?:[^"]|"")*"|[^"\r\n])*)\r\n/g))
    rows.push(
      [...`,${row}`.matchAll(/,("(?:[^"]|"")*"|[^,"]*)/g)].map(([, field = '']) =>
        field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field,
      ),
    );
  return rows;
}

describe('a CSV file', () => {
  it('a CSV file gives back every text, whatever it contains', () => {
    const text = fc.string({ unit: 'binary' }).filter((value) => !/^[=+\-@\t\r]/.test(value));
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (rows) => {
        expect(parseCsv(toCsv(rows))).toEqual(rows);
      }),
    );
  });

  it('a CSV file holds no text that a spreadsheet runs as a formula', () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=cmd|"/c calc"!A1'])
      expect(parseCsv(toCsv([[text]]))[0]?.[0]).toBe(`'${text}`);
  });

  it('a CSV file leaves numbers as numbers, negative ones too, and absent values empty', () => {
    expect(toCsv([[-300.5, 0, null, undefined, Number.NaN]])).toBe('-300.5,0,,,\r\n');
  });
});
