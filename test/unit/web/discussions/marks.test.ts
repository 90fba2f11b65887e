import { expect, it } from 'vitest';
import { withDiscussed } from '../../../../web/discussions/lib/marks.ts';
import { quoted } from '../../../../web/notes/lib/text.ts';

const about = (target_id: string, title: string, threads = 1) => ({
  ...{ target_id, threads, newest: { id: 'x', number: 1, title } },
});
const noted = { qubit: new Map([['5', 'warm']]), coupling: new Map<string, string>() };

it('a map marks what open discussions are about, by the newest and how many more, alongside what is noted', () => {
  const marked = withDiscussed(noted, {
    qubits: [about('5', 'new', 3), about('6', 'old')],
    couplings: [about('0-1', 'new')],
  });
  expect([...marked.qubit]).toEqual([
    ['5', 'warm · discussed: new and 2 more'],
    ['6', 'discussed: old'],
  ]);
  expect([...marked.coupling]).toEqual([['0-1', 'discussed: new']]);
});

it('a map without discussions has the marks that it had, and notes of before are left as they are', () => {
  expect(withDiscussed(noted, undefined)).toBe(noted);
  expect(withDiscussed(noted, { qubits: [], couplings: [] })).toBe(noted);
  withDiscussed(noted, { qubits: [about('5', 'new')], couplings: [] });
  expect(noted.qubit.get('5')).toBe('warm');
});

it('a note is quoted line by line, and none is nothing', () => {
  expect(quoted('a\n\nb')).toBe('> a\n>\n> b\n\n');
  expect(quoted('')).toBe('');
});
