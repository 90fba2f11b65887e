import { describe, expect, it } from 'vitest';
import { mostUserRows, readUserCsv } from '#shared/people/rules/user-csv.ts';

const rowsOf = (text: string) => {
  const read = readUserCsv(text);
  if ('refusal' in read) throw new Error(read.refusal);
  return read.rows;
};
const refusalOf = (text: string) => {
  const read = readUserCsv(text);
  return 'refusal' in read ? read.refusal : undefined;
};

describe('a list of users as CSV', () => {
  it('a list of users has its columns in any order, quotes, commas, empty lines and both ends of lines', () => {
    const text =
      '\uFEFFdisplay_name,username,system_role\r\n"Lovelace, ""Ada""",ada,admin\r\n\r\n"two\nlines",grace,\n';
    expect(rowsOf(text)).toEqual([
      {
        rowNumber: 2,
        username: 'ada',
        displayName: 'Lovelace, "Ada"',
        organization: undefined,
        systemRole: 'admin',
        disabled: false,
        mustChangePassword: false,
        problem: undefined,
      },
      {
        rowNumber: 3,
        username: 'grace',
        displayName: 'two\nlines',
        organization: undefined,
        systemRole: 'user',
        disabled: false,
        mustChangePassword: false,
        problem: undefined,
      },
    ]);
  });

  it.each([
    ['Ada,,,', /^username must be/],
    ['ada,,,king', /'king' is neither/],
    [`ada,${'x'.repeat(101)},,`, /^display_name has more/],
    [`ada,,${'x'.repeat(101)},`, /^organization has more/],
    ['ada,x', /^has 2 fields instead of 4/],
    [',x,,', /^username must be/],
  ])('a row %s is told what is wrong with it', (row, problem) => {
    const [wrong, right] = rowsOf(`username,display_name,organization,system_role\n${row}\ngrace,,,user\n`);
    expect(wrong?.problem).toMatch(problem);
    expect(right?.problem).toBeUndefined();
  });

  it('a username that is in a list twice is wrong the second time', () => {
    expect(rowsOf('username\nada\nada\n').map(({ problem }) => problem)).toEqual([
      undefined,
      'appears earlier in the list',
    ]);
  });

  it.each([
    ['', /'username' among them/],
    ['name\nada', /Column 'name' is none of/],
    ['username,username\nada,ada', /there twice/],
    ['display_name\nAda', /'username' among them/],
    ['username\n"ada', /no end/],
    [`username\n${Array.from({ length: mostUserRows + 1 }, (_, n) => `user-${n}`).join('\n')}`, /101 users; 100/],
  ])('a text %j is not a list of users', (text, refusal) => {
    expect(refusalOf(text)).toMatch(refusal);
  });
});
