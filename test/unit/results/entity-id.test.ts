import { describe, expect, it } from 'vitest';
import { worseningStreak } from '#compat/qdash/verbs/degradation-trends.ts';
import { entityIdOf, parseEntityId } from '#shared/results/rules/provenance/entity-id.ts';

const at = '2026-03-02T10:00:00.000Z';

describe('the id of a version', () => {
  it.each([
    [{ kind: 'task', chipId: 'chip', metric: 't1', taskId: 'a:b' }, 'task:chip:t1:a%3Ab'],
    [
      { kind: 'sample', chipId: 'chip', metric: 't1', target: { kind: 'qubit', id: '0' }, at, sampleId: 's/1' },
      'value:chip:t1:qubit:0:2026-03-02T10%3A00%3A00.000Z:s%2F1',
    ],
    [
      { kind: 'sample', chipId: 'c%', metric: 't1', target: { kind: 'coupling', id: '0-1' }, at, sampleId: 's' },
      'value:c%25:t1:coupling:0-1:2026-03-02T10%3A00%3A00.000Z:s',
    ],
    [
      {
        kind: 'archived',
        chipId: 'chip',
        metric: 't1',
        target: { kind: 'qubit', id: '0' },
        at,
        task: 'CheckT1',
        taskId: 'a:b',
      },
      'archived:chip:t1:qubit:0:2026-03-02T10%3A00%3A00.000Z:CheckT1:a%3Ab',
    ],
  ] as const)('an id says where its version is found: %j', (ref, id) => {
    expect(entityIdOf(ref)).toBe(id);
    expect(parseEntityId(id)).toEqual(ref);
  });

  const time = encodeURIComponent(at);
  it.each([
    'task',
    'task:chip:t1',
    'task:chip:t1:id:more',
    'task:chip::id',
    'task:chip:t1:%',
    'task:chip:t1:a%3ab',
    'other:chip:t1:id',
    `value:chip:t1:qubit:0:${time}`,
    `value:chip:t1:qubit:0:${time}:s:more`,
    `value:chip:t1:chip:0:${time}:s`,
    `other:chip:t1:qubit:0:${time}:s`,
    'value:chip:t1:qubit:0:2026-03-02:s',
    `value:chip:t1:qubit:0:x${time}:s`,
    `value:chip:t1:qubit:0:${time}x:s`,
    `value:chip:t1:qubit:0:${time}:`,
    '',
  ])('the text %s is not an id of a version', (id) => {
    expect(parseEntityId(id)).toBeUndefined();
  });
});

it.each([
  [[], 'maximize', 0],
  [[5], 'maximize', 0],
  [[5, 5], 'maximize', 0],
  [[4, 5, 6, 5], 'maximize', 2],
  [[6, 5, 4], 'maximize', 0],
  [[4, 5, 6], 'maximize', 2],
  [[6, 5, 4, 4], 'minimize', 2],
  [[6, 5], 'minimize', 1],
  [[5, 5, 4], 'minimize', 0],
  [[4, 5], 'minimize', 0],
] as const)(
  'of the values %j, newest first, to %s, so many steps in a row made it worse: %i',
  (values, mode, steps) => {
    expect(worseningStreak(values, mode)).toBe(steps);
  },
);
