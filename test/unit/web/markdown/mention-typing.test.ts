import { describe, expect, it } from 'vitest';
import { completeMention, mentionTyped, peopleFor } from '../../../../web/ui/lib/markdown/mention-typing.ts';

describe('a mention that is being typed', () => {
  it.each([
    ['@', 1, { at: 0, letters: '' }],
    ['ask @ad', 7, { at: 4, letters: 'ad' }],
    ['ask @ad later', 7, { at: 4, letters: 'ad' }],
    ['ask @ad later', 9, undefined],
    ['(@ad', 4, { at: 1, letters: 'ad' }],
    ['mail a@b', 8, undefined],
    ['@a@b', 4, undefined],
    ['', 0, undefined],
  ])('in %j at %d it is %j', (text, caret, typed) => {
    expect(mentionTyped(text, caret)).toEqual(typed);
  });

  it('the chosen name takes the place of the letters, with one space behind it and the caret after that', () => {
    expect(completeMention('ask @ad', 7, { at: 4, letters: 'ad' }, 'ada')).toEqual({ text: 'ask @ada ', caret: 9 });
    expect(completeMention('ask @ad later', 7, { at: 4, letters: 'ad' }, 'ada')).toEqual({
      text: 'ask @ada later',
      caret: 8,
    });
  });

  it('people are found by user name and by each of their names, those whose user name begins so first', () => {
    const people = [
      { username: 'gil', full_name: 'Ada Gil' },
      { username: 'bada', full_name: null },
      { username: 'ada', full_name: 'A. Lovelace' },
      { username: 'eve', full_name: 'Eve' },
    ];
    const names = (letters: string, most?: number) => peopleFor(people, letters, most).map(({ username }) => username);
    expect(names('ad')).toEqual(['ada', 'gil', 'bada']);
    expect(names('LOVE')).toEqual(['ada']);
    expect(names('zz')).toEqual([]);
    expect(names('ada')).toEqual([]);
    expect(names('', 2)).toEqual(['ada', 'bada']);
  });
});
