import { describe, expect, it } from 'vitest';
import { mentionedNames } from '#shared/domain/threads/mentions.ts';

describe('whom a text mentions', () => {
  it.each<[text: string, names: string[]]>([
    ['@ada look', ['ada']],
    ['look, @ada.', ['ada']],
    ['(@ada), @bob-2 and @c.d_e!', ['ada', 'bob-2', 'c.d_e']],
    ['@ada @bob @ada', ['ada', 'bob']],
    ['**@ada** and _@bob-2_', ['ada', 'bob-2']],
    ['> @ada said', ['ada']],
    ['@adaさん、お願いします', ['ada']],
    ['これは@ada', ['ada']],
    ['请@ada看一下', ['ada']],
    ["@ada's value", ['ada']],
    ['@ada\n@bob', ['ada', 'bob']],
    ['ends in @ada', ['ada']],
    ['~~~\n@ada\n~~~\n@bob', ['bob']],
    ['```py\n@decorated\n```\n@bob', ['bob']],
    ['````\n```\n@ada\n```\n````\n@bob', ['bob']],
    ['an unclosed\n```\n@ada', []],
    ['`@ada` and ``a ` @bob`` but @eve', ['eve']],
    ['a lone ` and @ada', ['ada']],
    ['mail ada@example.org', []],
    ['a/@scope/package', []],
    ['@scope/package', []],
    ['@ab', []],
    ['@Ada', []],
    ['@ada.Example', []],
    ['@@ada', []],
    ['@', []],
    ['', []],
  ])('%j mentions %j', (text, names) => {
    expect(mentionedNames(text)).toEqual(names);
  });

  it('a text that is full of signs is read in a moment', () => {
    for (const piece of ['`', '@', '@a.', '` ', '~~~\n', '``` `']) {
      const text = piece.repeat(8000 / piece.length);
      expect(mentionedNames(text).length).toBeLessThanOrEqual(1);
    }
  });
});
