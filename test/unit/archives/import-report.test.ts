import { describe, expect, it } from 'vitest';
import { importReport } from '#shared/archives/contract/schemas/import-reports.ts';
import { boundedReport, importReportBounds, jsonBytes } from '#shared/archives/rules/import-report.ts';
import { importReportOf, reportedCollection } from '#test/support/archives/import-report.ts';

const many = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

describe('the report of an import within its bounds', () => {
  it('a report that fits stays as it is', () => {
    expect(boundedReport(importReportOf())).toEqual(importReportOf());
  });

  it.each([
    ['ASCII', 'x'],
    ['three bytes a character', '漢'],
    ['four bytes and two code units a character', '𝔘'],
    ['escapes in JSON', '\u0001'],
    ['half a surrogate pair', '\ud800'],
  ])('a report of any size with texts of %s is cut to what the service accepts, and counts the rest', (_what, char) => {
    const long = char.repeat(500);
    const report = importReportOf({
      ...{ source: long, dump: long },
      collections: many(150, (n) => reportedCollection(`${n} ${long}`, { imported: n })),
      remarks: many(400, (n) => ({
        ...{ kind: 'left_out' as const, collection: long, message: `${n} ${long}` },
        ...{ count: n, examples: many(9, () => long) },
      })),
      kept: many(150, (n) => ({ name: `${n} ${long}`, collection: long, documents: n, sha256: 'b'.repeat(64) })),
    });
    const bounded = boundedReport(report);
    expect(importReport.parse(bounded)).toEqual(bounded);
    expect(jsonBytes(bounded)).toBeLessThanOrEqual(importReportBounds.bytes);
    const { collections, remarks, kept, omitted } = bounded;
    expect(collections.length + omitted.collections).toBe(150);
    expect(remarks.length + omitted.remarks).toBe(400);
    expect(kept.length + omitted.kept).toBe(150);
    expect(collections.map(({ imported }) => imported)).toEqual(many(collections.length, (n) => n));
    expect(collections.length).toBeGreaterThan(30);
  });

  it('a long text ends in an ellipsis', () => {
    const { dump } = boundedReport(importReportOf({ dump: 'd'.repeat(101) }));
    expect(dump).toBe(`${'d'.repeat(99)}…`);
  });
});
