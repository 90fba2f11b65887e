import { describe, expect, it } from 'vitest';
import { mentionedNames, mostMentions, newMentions } from '#shared/discussions/rules/mentions.ts';

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
    ['ask @olga.m, @vic-2 or @eda_k.', ['olga.m', 'vic-2', 'eda_k']],
    ['(@eda) and "@vic"; @eda again', ['eda', 'vic']],
    ['値が低い@eda、確認', ['eda']],
    ['see https://host/@eda', []],
    ['@', []],
    ['', []],
  ])('%j mentions %j', (text, names) => {
    expect(mentionedNames(text)).toEqual(names);
  });

  it('an edit mentions only whom the text did not mention before', () => {
    expect(newMentions('@eda: T1 is low', '@eda and @vic: T1 is very low')).toEqual(['vic']);
    expect(newMentions('', '@eda')).toEqual(['eda']);
    expect(newMentions('`@eda`', '@eda')).toEqual(['eda']);
    expect(newMentions('@eda', 'nobody')).toEqual([]);
  });

  it('a text mentions at most twenty people', () => {
    const text = Array.from({ length: 30 }, (_, n) => `@user-${n}`).join(' ');
    expect(mentionedNames(text)).toHaveLength(mostMentions);
  });

  it('a text that is full of signs is read in a moment', () => {
    for (const piece of ['`', '@', '@a.', '` ', '~~~\n', '``` `']) {
      const text = piece.repeat(8000 / piece.length);
      expect(mentionedNames(text).length).toBeLessThanOrEqual(1);
    }
  });
});
