import { describe, expect, it } from 'vitest';
import { archivedKinds } from '#shared/archives/store/archived-kinds.ts';
import { ELEMENT_KINDS } from '#shared/chips/rules/target-kinds.ts';
import { targetEntity } from '#shared/chips/store/chips.ts';
import { newTarget } from '#shared/chips/verbs/targets.ts';
import {
  chipKeys,
  decodeTarget,
  encodeTarget,
  storedTarget,
  type TargetRef,
  targetOfStored,
} from '#shared/kernel/store/keys.ts';
import { chipDirectoryEntity, directoryEntries, directoryOf } from '#shared/values/store/days/chip-days.ts';
import { packRecent, unpackRecent } from '#shared/values/store/recent-days.ts';
import { packTargets, unpackTargets } from '#shared/values/store/roll-ups.ts';
import { type SampleRecord, sampleEntity } from '#shared/values/store/samples.ts';

const at = '2026-03-01T00:00:00.000Z';
const ids: Record<(typeof ELEMENT_KINDS)[number], string> = { coupler: '0-1', gate: '0-1-2', chain: '100' };
const elements = ELEMENT_KINDS.map((kind): TargetRef => ({ kind, id: ids[kind] }));
const all: TargetRef[] = [{ kind: 'qubit', id: '0' }, { kind: 'coupling', id: '0-1' }, ...elements];

const sampleOf = (target: TargetRef): SampleRecord => ({
  ...{ projectId: 'p', chipId: 'c', metric: 'sweetspot', target, at, sampleId: 'i-1' },
  ...{ value: 0.1, unit: '', source: 'import', recordedAt: at, recordedBy: 'ada' },
});

describe('targets as they are stored', () => {
  it('an element is stored as a coupling, which versions that know no elements read', () => {
    for (const target of all) {
      expect(['qubit', 'coupling']).toContain(storedTarget(target).kind);
      expect(targetOfStored(storedTarget(target))).toEqual(target);
      expect(decodeTarget(encodeTarget(target))).toEqual(target);
    }
    expect(new Set(all.map(encodeTarget)).size).toBe(all.length);
  });

  it('a sample of an element has the kind of a coupling in the table, and its own kind when read', () => {
    for (const target of elements) {
      const item = sampleEntity.encode(sampleOf(target), 1);
      expect(item.slim).toMatchObject({ target: { kind: 'coupling', id: `${target.kind}/${target.id}` } });
      expect(sampleEntity.decode(item).target).toEqual(target);
      const { pk, sk } = sampleEntity.keys(sampleOf(target));
      expect({ pk: item.pk, sk: item.sk }).toEqual({ pk, sk });
    }
  });

  it('an element has a key that lists of qubits and couplings do not read', () => {
    const chip = { projectId: 'p', chipId: 'c', username: 'ada' };
    for (const target of elements) {
      const item = targetEntity.encode(newTarget(chip, target, at), 1);
      expect(String(item.sk).startsWith(chipKeys.elements('p', 'c').prefix)).toBe(true);
      expect(item.kind).toBe('coupling');
      expect(targetEntity.decode(item)).toMatchObject(target);
      expect(targetEntity.encode({ ...newTarget(chip, target, at), ...storedTarget(target) }, 1)).toEqual(item);
    }
  });

  it('packed roll-ups and days keep the kinds of their targets', () => {
    const rolled = all.map((target) => ({ target, rollUp: { n: 1 } as never }));
    expect(unpackTargets(packTargets(rolled)).map(({ target }) => target)).toEqual(expect.arrayContaining(all));
    const recent = all.map((target) => ({ target, days: [] }));
    expect(unpackRecent(packRecent(recent)).map(({ target }) => target)).toEqual(expect.arrayContaining(all));
  });

  it('a directory lists elements apart from qubits and couplings', () => {
    const entries = all.map((target) => ({ ...target, date: '20260301' }));
    const directory = directoryOf({ projectId: 'p', chipId: 'c', date: '20260301' }, entries);
    expect(directory.couplings).toEqual({ '20260301': ['0-1'] });
    const read = chipDirectoryEntity.decode(chipDirectoryEntity.encode(directory, 1));
    expect(directoryEntries(read)).toEqual(expect.arrayContaining(entries));
    expect(directoryOf({ projectId: 'p', chipId: 'c', date: '20260301' }, entries.slice(0, 2))).not.toHaveProperty(
      'elements',
    );
  });

  it('an archive has elements as they are stored, so that an earlier version imports them', () => {
    const sample = sampleEntity.decode(sampleEntity.encode(sampleOf({ kind: 'coupler', id: '0-1' }), 1));
    const line = archivedKinds.get('sample')?.leaving(sample, {});
    expect(line).toMatchObject({ target: { kind: 'coupling', id: 'coupler/0-1' } });
  });
});
