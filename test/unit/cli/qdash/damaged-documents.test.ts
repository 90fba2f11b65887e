import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decimal128, Long } from 'bson';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importOutcomes as outcomes } from '#shared/archives/rules/import-report.ts';
import { itemOf } from '#shared/archives/store/archived-items.ts';
import { dumpDocuments } from '#test/support/qdash/dump/documents.ts';
import { type Doc, small } from '#test/support/qdash/dump/fields.ts';
import { writeDump } from '#test/support/qdash/dump/write.ts';
import { openArchive } from '../../../../cli/archive/open-archive.ts';
import { makeArchives } from '../../../../cli/qdash/make-archives.ts';

/** Values that no field of QDash should have. */
const odd: readonly unknown[] = [
  ...[undefined, null, '', 0, -1, Number.NaN, 1e300, 'x', '#', '__proto__', 'a/b', '\u0000', 'x'.repeat(3000), true],
  ...[[], [null], ['', ''], {}, { a: 1 }, { value: {} }, new Date(8.64e15), new Date(-8.64e15)],
  ...[Long.fromString('9007199254740993'), Decimal128.fromString('NaN'), '0000-00-00', '2026-13-45T99:99:99Z'],
];

/** Numbers from 0 up to 1 that follow from a seed (mulberry32). */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A dump in which some fields, and fields of parts, have an odd value or are missing. */
function damaged(seed: number, share: number): [string, Doc][] {
  const next = numbersOf(seed);
  const pick = <T>(rows: readonly T[]): T => rows[Math.floor(next() * rows.length)] as T;
  const spoil = (doc: Doc): Doc => {
    const names = Object.keys(doc).filter((name) => name !== 'project_id' || next() < 0.1);
    const name = pick(names);
    if (name === undefined) return doc;
    const part = doc[name];
    const isPart = typeof part === 'object' && part !== null && Object.getPrototypeOf(part) === Object.prototype;
    return { ...doc, [name]: isPart && next() < 0.6 ? spoil(part as Doc) : pick(odd) };
  };
  return [...dumpDocuments(small)].map(([collection, doc]) => [collection, next() < share ? spoil(doc) : doc]);
}

describe('the archives that are made of damaged documents', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fiducial-damaged-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const seeds = Array.from({ length: Number(process.env.QDASH_DAMAGES ?? 6) }, (_, n) => n + 1);
  test.each(seeds)(
    'every document of damage %i has one outcome, and every record can be taken by the service',
    async (seed) => {
      const dump = join(folder, `dump-${seed}`);
      const counts = await writeDump(dump, small, seed % 2 === 0 ? 'bson' : 'jsonl', damaged(seed, 0.3));
      const { projects, report } = await makeArchives({ dump }, join(folder, `made-${seed}`));
      const documents = Object.fromEntries(
        Object.entries(report.collections).map(([name, one]) => [
          name,
          outcomes.reduce((sum, outcome) => sum + one[outcome], 0),
        ]),
      );
      expect(documents).toEqual(counts);
      for (const { projectId, file } of projects) {
        const archive = await openArchive(file);
        const lines = (await Promise.all(archive.manifest.parts.map((part) => archive.linesOf(part)))).flat();
        const keys = lines.map((line) => {
          const { pk, sk } = itemOf(line, projectId, () => undefined);
          return `${pk} ${sk}`;
        });
        const repeated = keys.filter((key, n) => keys.indexOf(key) !== n);
        expect(repeated).toEqual([]);
        for (const line of lines) expect(line).not.toMatch(/"[+-]\d{6}-\d\d-\d\dT/);
      }
    },
  );
});
