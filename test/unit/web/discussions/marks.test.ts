import { expect, it } from 'vitest';
import type { Thread } from '../../../../web/lib/api/wire.ts';
import { withDiscussed } from '../../../../web/lib/discussions/marks.ts';
import { quoted } from '../../../../web/lib/notes/text.ts';

const thread = (title: string, ...subjects: [kind: string | null, id: string | null][]) => ({
  title,
  subjects: subjects.map(([target_type, target_id]) => ({ target_type, target_id })) as Thread['subjects'],
});
const noted = { qubit: new Map([['5', 'warm']]), coupling: new Map<string, string>() };

it('a map marks what open discussions are about, by the newest, beside what is noted', () => {
  const marked = withDiscussed(noted, [
    thread('new', ['qubit', '5'], ['coupling', '0-1'], [null, null]),
    thread('old', ['qubit', '5'], ['qubit', '6']),
  ]);
  expect([...marked.qubit]).toEqual([
    ['5', 'warm · discussed: new'],
    ['6', 'discussed: old'],
  ]);
  expect([...marked.coupling]).toEqual([['0-1', 'discussed: new']]);
});

it('a map without discussions has the marks that it had, and notes of before are left as they are', () => {
  expect(withDiscussed(noted, undefined)).toBe(noted);
  expect(withDiscussed(noted, [])).toBe(noted);
  withDiscussed(noted, [thread('new', ['qubit', '5'])]);
  expect(noted.qubit.get('5')).toBe('warm');
});

it('a note is quoted line by line, and none is nothing', () => {
  expect(quoted('a\n\nb')).toBe('> a\n>\n> b\n\n');
  expect(quoted('')).toBe('');
});
