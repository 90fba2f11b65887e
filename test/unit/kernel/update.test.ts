import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allOf, ifAbsent, ifRevision } from '#shared/kernel/store/dynamodb/database.ts';
import { revise, updateOf } from '#shared/kernel/store/dynamodb/update.ts';

describe('updateOf', () => {
  test('updateOf sets attributes, and removes those that are undefined', () => {
    expect(updateOf({ set: { status: 'running', note: undefined, size: 0 } })).toEqual({
      expression: 'SET #0 = :0, #2 = :1 REMOVE #1',
      names: { '#0': 'status', '#1': 'note', '#2': 'size' },
      values: { ':0': 'running', ':1': 0 },
    });
  });

  test('updateOf sets and removes entries of maps, whatever their keys are called', () => {
    const update = updateOf({
      setEntries: [
        [['data', 't1.#x'], 5],
        [['faulty', 't1.#x'], undefined],
      ],
    });
    expect(update).toEqual({
      expression: 'SET #0.#1 = :0 REMOVE #2.#1',
      names: { '#0': 'data', '#1': 't1.#x', '#2': 'faulty' },
      values: { ':0': 5 },
    });
  });

  test('updateOf adds to attributes, and to entries of maps, which ADD does not reach', () => {
    const update = updateOf({ add: { rev: 1, notes: -1 }, addEntries: [[['taskCounts', 'failed'], 2]] });
    expect(update).toEqual({
      expression: 'SET #0.#1 = if_not_exists(#0.#1, :0) + :1 ADD #2 :2, #3 :3',
      names: { '#0': 'taskCounts', '#1': 'failed', '#2': 'rev', '#3': 'notes' },
      values: { ':0': 0, ':1': 2, ':2': 1, ':3': -1 },
    });
  });

  test('updateOf has no clause for what there is none of', () => {
    expect(updateOf({ set: { a: undefined } })).toEqual({ expression: 'REMOVE #0', names: { '#0': 'a' }, values: {} });
  });

  test('updateOf stays below the 4 KB of an expression for the most values that a target is given at once', () => {
    const metrics = Array.from({ length: 150 }, (_, n) => `a metric with a long name, number ${n}`);
    const { expression } = updateOf({
      set: { updatedAt: 'now', status: 'completed', cooldownId: undefined },
      setEntries: metrics.flatMap((metric) => [
        [['data', metric], 1] as const,
        [['faulty', metric], undefined] as const,
      ]),
      add: { rev: 1 },
    });
    expect(Buffer.byteLength(expression)).toBeLessThan(4096);
  });
});

test('revise raises the revision with what it sets', () => {
  expect(revise({ a: 1 })).toEqual(updateOf({ set: { a: 1 }, add: { rev: 1 } }));
});

test('allOf joins conditions with their names and values', () => {
  expect(allOf(ifAbsent, ifRevision(3))).toEqual({
    expression: '(attribute_not_exists(pk)) AND (#rev = :expectedRev)',
    names: { '#rev': 'rev' },
    values: { ':expectedRev': 3 },
  });
});

test("no file of the source but updateOf's builds an update expression", () => {
  const files = ['shared', 'functions', 'local']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.ts') && path !== 'shared/kernel/store/dynamodb/update.ts');
  const builders = files.filter((path) =>
    /['"`](SET|ADD) [#\w$]|['"`] ?REMOVE [#\w$]|if_not_exists\(/.test(readFileSync(path, 'utf8')),
  );
  expect(builders).toEqual([]);
});
