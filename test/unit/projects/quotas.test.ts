import { describe, expect, it } from 'vitest';
import { exceededQuota, isToCount, knownFileBytes, quotaRefusal } from '#shared/projects/rules/quotas.ts';

const now = new Date('2025-03-01T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
const usage = { rows: 10, rowsCountedAt: ago(5), fileBytes: 2000, filesCountedAt: ago(5) };
const both = ['fileBytes', 'rows'] as const;

describe('quotas of a project', () => {
  it('a project is beyond a quota where it has more, and of those that are asked for the first is named', () => {
    expect(exceededQuota(usage, { fileBytes: 2000, rows: 10 }, both, now)).toBeUndefined();
    expect(exceededQuota(usage, { fileBytes: 2000, rows: 9 }, both, now)).toBe('rows');
    expect(exceededQuota(usage, { fileBytes: 1999, rows: 9 }, both, now)).toBe('fileBytes');
    expect(exceededQuota(usage, { fileBytes: 1999, rows: 9 }, ['rows'], now)).toBe('rows');
    expect(exceededQuota(usage, { fileBytes: undefined, rows: undefined }, both, now)).toBeUndefined();
  });

  it('a count is made anew after an hour, where there is none, and where it lies ahead', () => {
    expect([ago(0), ago(59), ago(60), ago(-1), undefined].map((at) => isToCount(at, now))).toEqual([
      ...[false, false, true, true, true],
    ]);
  });

  it('a count of files decides for a day: an older one refuses nothing', () => {
    const quotas = { fileBytes: 1, rows: 100 };
    expect(exceededQuota({ ...usage, filesCountedAt: ago(24 * 60 - 1) }, quotas, both, now)).toBe('fileBytes');
    expect(exceededQuota({ ...usage, filesCountedAt: ago(24 * 60) }, quotas, both, now)).toBeUndefined();
  });

  it('a count of files that is to go on counts by what it has found, or by the last whole one if that is more', () => {
    expect(knownFileBytes({ ...usage, fileCount: { bytes: 5000 } })).toBe(5000);
    expect(knownFileBytes({ ...usage, fileCount: { bytes: 5 } })).toBe(2000);
    const first = { rows: 0, fileBytes: 0, fileCount: { bytes: 3000 } };
    expect(exceededQuota(first, { fileBytes: 2500, rows: 1 }, both, now)).toBe('fileBytes');
  });

  it('a refusal names the quota, what is used, what is allowed and what makes room', () => {
    const quotas = { fileBytes: 1000, rows: 9 };
    const files = quotaRefusal('p', usage, quotas, 'fileBytes');
    for (const words of ["Project 'p' has 2,000 bytes", 'quota of 1,000', 'PROJECT_FILE_BYTES', 'Exports go'])
      expect(files).toContain(words);
    const rows = quotaRefusal('p', usage, quotas, 'rows');
    for (const words of ["Project 'p' has 10 rows", 'quota of 9', 'PROJECT_ROWS', 'Delete a chip'])
      expect(rows).toContain(words);
  });
});
