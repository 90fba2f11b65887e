import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { packValue, unpackValue, type ValueRecord } from '#shared/chips/store/target-values.ts';
import { taskCatalogue } from '#shared/runs/rules/task-catalogue.ts';
import { knownDescriptions } from '#shared/values/rules/known-descriptions.ts';

const value = (description: string | undefined): ValueRecord => ({
  ...{ value: 73.2, unit: 'us', calibratedAt: '2026-03-01T06:00:00.000Z', source: 'task', error: 1.5 },
  ...{ description, executionId: '20260301-001', taskId: '3b689782-533c-522a-b67d-ce45bc0fade4' },
});

describe('stored values of a target', () => {
  it('a description of a standard task is stored as its number, any other as its text, and both are read back', () => {
    const known = value('Energy relaxation time');
    expect(packValue(known)).not.toContain('Energy');
    expect(unpackValue(packValue(known))).toEqual(known);
    const other = value('T1 of our own');
    expect(packValue(other)).toContain('T1 of our own');
    expect(unpackValue(packValue(other))).toEqual(other);
    for (const description of ['', undefined, '0'])
      expect(unpackValue(packValue(value(description))).description).toBe(description);
  });

  it('a value without a description stays as short as it was', () =>
    expect(packValue({ value: 1, unit: 'us', calibratedAt: 'then', source: 'manual' })).toBe(
      '[1,"us","then","manual"]',
    ));

  it('values of earlier versions are read: with the text of a description, and as maps', () => {
    const earlier = '[73.2,"us","2026-03-01T06:00:00.000Z","task",1.5,null,"Energy relaxation time"]';
    expect(unpackValue(earlier).description).toBe('Energy relaxation time');
    expect(unpackValue(value('Energy relaxation time'))).toEqual(value('Energy relaxation time'));
  });

  it('every description of a standard task has a number', () => {
    const described = taskCatalogue.flatMap(({ outputs }) => outputs.map(({ description }) => description));
    expect(described.filter((description) => !knownDescriptions.includes(description))).toEqual([]);
    expect(new Set(knownDescriptions).size).toBe(knownDescriptions.length);
  });

  it('the descriptions that stored values refer to by number stay where they are', () => {
    const first = createHash('sha256').update(knownDescriptions.slice(0, 66).join('\n')).digest('hex');
    expect(first).toBe('cf2b985a2d6dcf477755f6858b9f39822846e6c99cf7edf9d9e235788bd3af76');
  });
});
