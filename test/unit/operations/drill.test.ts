import { describe, expect, it } from 'vitest';
import { createTableInput } from '#local/engine/table.ts';
import { type DrillParts, runDrill } from '#scripts/operations/lib/drill.ts';
import { countProblems, toleranceInUse } from '#scripts/operations/lib/table-counts.ts';
import { shapeProblem } from '#scripts/operations/lib/table-restore.ts';

const exact = { items: 0, share: 0 };

/** Parts of which each takes ten seconds, in the order in which they are called. */
function drillOf(changes: Partial<DrillParts> = {}) {
  let milliseconds = Date.parse('2026-11-27T10:00:00Z');
  const called: string[] = [];
  const parts: DrillParts = {
    restore: async () => new Date('2026-11-27T09:55:00Z'),
    equip: async () => 'stream',
    counts: async () => ({ source: { chip: 2 }, restored: { chip: 2 } }),
    deploy: async (arn) => `https://${arn}`,
    readBack: async () => [],
    smoke: async () => undefined,
    ...changes,
  };
  const timed = Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name,
      async (...args: unknown[]) => {
        called.push([name, ...args].join(' '));
        milliseconds += 10_000;
        return (part as (...args: unknown[]) => unknown)(...args);
      },
    ]),
  ) as unknown as DrillParts;
  const options = { tolerance: exact, log: () => undefined, now: () => new Date(milliseconds) };
  return { called, run: () => runDrill(timed, options) };
}

describe('a drill', () => {
  it('a drill writes down the time of each step, what would have been lost, and the counts', async () => {
    const { called, run } = drillOf();
    expect(await run()).toMatchObject({
      startedAt: '2026-11-27T10:00:00.000Z',
      restoredTo: '2026-11-27T09:55:00.000Z',
      lostSeconds: 300,
      totalSeconds: 60,
      steps: Array(6).fill({ seconds: 10 }),
      counts: { source: { chip: 2 }, restored: { chip: 2 } },
      problems: [],
    });
    expect(called).toEqual([
      'restore',
      'equip',
      'counts',
      'deploy stream',
      'readBack https://stream',
      'smoke https://stream',
    ]);
  });

  it('a drill ends with the step that fails, and says which', async () => {
    const refuse = () => Promise.reject(new Error('no such role'));
    const { called, run } = drillOf({ deploy: refuse });
    const report = await run();
    expect(report.problems).toEqual(['deploy the second environment: no such role']);
    expect(called.at(-1)).toBe('deploy stream');
    expect(report.totalSeconds).toBe(40);
  });

  it('a drill goes on after a difference and reports it', async () => {
    const counts = async () => ({ source: { chip: 2, note: 1 }, restored: { chip: 2 } });
    const { called, run } = drillOf({ counts, readBack: async () => ["Project 'lab': 500 broken"] });
    expect((await run()).problems).toEqual(['note: 1 in the source, 0 restored', "Project 'lab': 500 broken"]);
    expect(called).toHaveLength(6);
  });
});

describe('counts of a table in use', () => {
  it('counts may differ by what a used table changes meanwhile, and a lost kind is a problem', () => {
    expect(countProblems({ sample: 10_000, session: 3 }, { sample: 9_950, session: 0 }, toleranceInUse)).toEqual([]);
    expect(countProblems({ sample: 10_000, chip: 60 }, { sample: 9_000 }, toleranceInUse)).toEqual([
      'chip: 60 in the source, 0 restored',
      'sample: 10000 in the source, 9000 restored',
    ]);
  });
});

describe('the shape of a restored table', () => {
  it('a table with other keys or without an index is named, and one of the definition is not', () => {
    const table = createTableInput('restored');
    const { KeySchema = [], GlobalSecondaryIndexes = [] } = table;
    expect(shapeProblem({ KeySchema, GlobalSecondaryIndexes })).toBeUndefined();
    expect(shapeProblem({ KeySchema, GlobalSecondaryIndexes: GlobalSecondaryIndexes.slice(1) })).toContain(
      "has no index 'gsi1'",
    );
    expect(shapeProblem({ KeySchema: KeySchema.slice(0, 1), GlobalSecondaryIndexes })).toBe(
      'has the keys pk, not pk and sk',
    );
  });
});
