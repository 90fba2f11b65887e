import { describe, expect, it } from 'vitest';
import { indexVersions } from '#shared/results/rules/provenance/graph.ts';
import { type KnownVersions, placesOf, versionUsed } from '#shared/results/rules/provenance/inputs.ts';
import { isCounted, type Target, type Version } from '#shared/results/rules/provenance/types.ts';
import { activityOf, versionOf } from './provenance-support.ts';

const known = (versions: readonly Version[], more: Partial<KnownVersions> = {}): KnownVersions => ({
  of: indexVersions(versions),
  isKnown: () => true,
  isWhole: () => true,
  ...more,
});
const task = activityOf('task');
const given = { value: 50, unit: 'us' };
const pair: Target = { kind: 'coupling', id: '0-1' };
const qubit = (id: string): Target => ({ kind: 'qubit', id });

describe('the version that a task started from', () => {
  const usedOf = (versions: readonly Version[], more: Partial<KnownVersions> = {}) =>
    versionUsed(task, 't1', given, known(versions, more))?.entityId;

  it('a task started from the newest version of its value', () => {
    const older = versionOf('older', { at: '2026-03-02T09:00:00.000Z' });
    const other = versionOf('other', { at: '2026-03-02T10:30:00.000Z', value: 51 });
    expect(usedOf([older, versionOf('newer'), other])).toBe('newer');
  });

  it('a version counts up to the instant at which the task began', () => {
    expect(usedOf([versionOf('at', { at: task.startAt })])).toBe('at');
    expect(usedOf([versionOf('after', { at: '2026-03-02T11:00:00.001Z' })])).toBeUndefined();
  });

  it('a value is the same in another unit, and but for what is rounded', () => {
    expect(usedOf([versionOf('ns', { value: 50_000, unit: 'ns' })])).toBe('ns');
    expect(usedOf([versionOf('rounded', { value: 50 * (1 + 5e-10) })])).toBe('rounded');
    expect(usedOf([versionOf('apart', { value: 50 * (1 + 5e-9) })])).toBeUndefined();
    expect(usedOf([versionOf('below', { value: 50 * (1 - 5e-9) })])).toBeUndefined();
    expect(usedOf([versionOf('unit', { unit: 'GHz' })])).toBeUndefined();
  });

  it('a value of an input in no unit of the metric came from no version', () => {
    expect(versionUsed(task, 't1', { value: 50, unit: 'GHz' }, known([versionOf('one')]))).toBeUndefined();
    const own = versionOf('own', { metric: 'own_metric', unit: 'a' });
    expect(versionUsed(task, 'own_metric', { value: 50, unit: 'b' }, known([own]))).toBeUndefined();
    expect(versionUsed(task, 'own_metric', { value: 50, unit: 'a' }, known([own]))?.entityId).toBe('own');
  });

  it('nothing is the same value as nothing', () => {
    const zero = versionOf('zero', { metric: 'own_metric', unit: 'a', value: 0 });
    expect(versionUsed(task, 'own_metric', { value: 0, unit: 'a' }, known([zero]))?.entityId).toBe('zero');
  });

  it('no version is named where one that was not read might be it', () => {
    const one = versionOf('one');
    expect(usedOf([one], { isKnown: (_, __, at) => at !== one.at })).toBeUndefined();
    expect(usedOf([one], { isKnown: (_, __, at) => at !== task.startAt })).toBeUndefined();
  });

  it('a pair starts from its own version, else from that of a qubit, unless its own were not all read', () => {
    const ofPair = activityOf('pair', { target: pair });
    const onQubit = versionOf('qubit', { target: qubit('1') });
    const onPair = versionOf('pair', { target: pair });
    const used = (versions: readonly Version[], more: Partial<KnownVersions> = {}) =>
      versionUsed(ofPair, 't1', given, known(versions, more))?.entityId;
    expect(used([onQubit, onPair])).toBe('pair');
    expect(used([onQubit])).toBe('qubit');
    expect(used([onQubit], { isWhole: ({ kind }) => kind === 'qubit' })).toBeUndefined();
  });
});

describe('where the value of an input is kept', () => {
  it('the input of a qubit is with the qubit, whatever its name', () => {
    expect(placesOf({ target: qubit('0') }, 'control_t1')).toEqual([{ target: qubit('0'), metric: 'control_t1' }]);
  });

  it('a qubit whose id looks like a pair is one qubit', () => {
    expect(placesOf({ target: qubit('a-b') }, 't1')).toEqual([{ target: qubit('a-b'), metric: 't1' }]);
  });

  it.each([
    ['t1', 't1', ['0', '1']],
    ['control_t1', 't1', ['0', '1']],
    ['target_t1', 't1', ['1', '0']],
    ['my_control_t1', 'my_control_t1', ['0', '1']],
    ['control_', 'control_', ['0', '1']],
  ])('the input %s of a pair is with the pair, else with %s of its qubits in turn', (name, metric, ids) => {
    expect(placesOf({ target: pair }, name)).toEqual([
      { target: pair, metric: name },
      ...ids.map((id) => ({ target: qubit(id), metric })),
    ]);
  });
});

describe('which version is the newest', () => {
  const order = (...versions: Version[]) => indexVersions(versions)(qubit('0'), 't1').map(({ entityId }) => entityId);

  it('versions come newest first, of one instant the one that was recorded later, then by their ids', () => {
    const late = versionOf('a-late', { recordedAt: '2026-03-02T12:00:00.000Z' });
    const old = versionOf('z-old', { at: '2026-03-02T09:00:00.000Z', recordedAt: '2026-03-02T13:00:00.000Z' });
    expect(order(versionOf('b'), old, late, versionOf('c'))).toEqual(['a-late', 'c', 'b', 'z-old']);
    expect(order(versionOf('c'), late, old, versionOf('b'))).toEqual(['a-late', 'c', 'b', 'z-old']);
  });

  it('versions of another metric or target are none of a parameter', () => {
    expect(order(versionOf('t2', { metric: 't2_echo' }), versionOf('one', { target: qubit('1') }))).toEqual([]);
  });
});

it.each([
  [{}, true],
  [{ excluded: false }, true],
  [{ excluded: true }, false],
  [{ withheld: 'held' as const }, false],
  [{ withheld: 'rejected' as const }, false],
])('a version counts unless it is excluded or withheld: %j', (version, counts) => {
  expect(isCounted(version)).toBe(counts);
});
