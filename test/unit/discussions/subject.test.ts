import { describe, expect, it } from 'vitest';
import { isAbout, nameOfSubject, placesOf, placesOfAll, type Subject } from '#shared/discussions/rules/subject.ts';

const task: Subject = {
  type: 'task_result',
  ...{ taskId: 't', taskName: 'CheckT1', executionId: '20250301-001' },
  ...{ chipId: 'c', targetType: 'qubit', targetId: '3' },
};
const coupling = (targetId: string): Subject => ({ type: 'coupling', chipId: 'c', targetType: 'coupling', targetId });

describe('where a thread is listed', () => {
  it('a task result is listed at itself, its target, its run and its chip', () => {
    expect(placesOf(task).map(({ kind }) => kind)).toEqual(['task', 'target', 'execution', 'chip']);
  });

  it('a metric is listed at its target and its chip, and of a whole chip at that alone', () => {
    const metric: Subject = { type: 'metric', chipId: 'c', metricKey: 't1' };
    expect(placesOf(metric)).toEqual([{ kind: 'chip', chipId: 'c' }]);
    expect(placesOf({ ...metric, targetType: 'qubit', targetId: '3' }).map(({ kind }) => kind)).toEqual([
      'target',
      'chip',
    ]);
  });

  it('a coupling is one place under either order of its qubits', () => {
    expect(placesOf(coupling('1-0'))).toEqual(placesOf(coupling('0-1')));
    expect(placesOf(coupling('1-0'))).not.toEqual(placesOf(coupling('1-2')));
  });

  it('subjects that share a place have one row there', () => {
    const qubit: Subject = { type: 'qubit', chipId: 'c', targetType: 'qubit', targetId: '3' };
    expect(placesOfAll([task, qubit, { type: 'cooldown', cooldownId: 'cd' }])).toHaveLength(5);
  });
});

describe('what a list asks for', () => {
  it.each([
    ['nothing', {}, true],
    ['the chip', { chipId: 'c' }, true],
    ['another chip', { chipId: 'd' }, false],
    ['the qubit', { chipId: 'c', targetType: 'qubit', targetId: '3' }, true],
    ['a coupling of that id', { chipId: 'c', targetType: 'coupling', targetId: '3' }, false],
    ['qubits', { targetType: 'qubit' }, true],
    ['the run', { executionId: '20250301-001' }, true],
    ['a metric', { metricKey: 't1' }, false],
    ['fields of two subjects at once', { taskId: 't', metricKey: 't2_echo' }, false],
  ] as const)('a thread about a task result and a metric is found by %s: %s', (_, filter, found) => {
    expect(isAbout([task, { type: 'metric', chipId: 'e', metricKey: 't2_echo' }], filter)).toBe(found);
  });

  it('a coupling is found under either order of its qubits, a qubit by its id alone', () => {
    expect(isAbout([coupling('0-1')], { chipId: 'c', targetId: '1-0' })).toBe(true);
    expect(isAbout([coupling('0-1')], { chipId: 'c', targetId: '1-2' })).toBe(false);
  });

  it('a subject is named in words', () => {
    const named = [task, coupling('0-1'), { type: 'metric', chipId: 'c', metricKey: 't1' } as const].map(nameOfSubject);
    expect(named).toEqual(["Task result 't'", "Coupling '0-1' of chip 'c'", "Metric 't1' of chip 'c'"]);
  });
});
