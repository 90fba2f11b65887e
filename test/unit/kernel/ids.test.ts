import { describe, expect, it } from 'vitest';
import { isMetricKey, isQid, isUsername, isVisible } from '#shared/kernel/rules/ids.ts';

describe('qids and metric keys', () => {
  const checks = [isQid, isMetricKey];

  it.each(['0', 'Q00', 'a', '...', 'a.b', 'ibm torino', '第一チップ', 'a#b', 'a-b', '%2F', 'é'.repeat(64)])(
    '%j may be a qid or metric key',
    (text) => {
      for (const check of checks) expect(check(text)).toBe(true);
    },
  );

  it.each(['', '.', '..', 'a/b', 'a\\b', 'a\nb', '\u0000', '\u007f', '\u009f', '\ud800', 'a\udc00'])(
    '%j is refused as a qid or metric key',
    (text) => {
      for (const check of checks) expect(check(text)).toBe(false);
    },
  );

  it('ids count code points, not UTF-16 units, up to 64', () => {
    expect(isQid('😀'.repeat(64))).toBe(true);
    expect(isQid('😀'.repeat(65))).toBe(false);
    expect(isQid('a'.repeat(65))).toBe(false);
  });
});

it.each([
  '\u202a',
  '\u202e',
  '\u2066',
  '\u2069',
  '\u200e',
  '\u200f',
  '\u061c',
  '\u200b',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\n',
  '\u2028',
])('a new id with %j in it is refused, and an earlier one is still read', (hidden) => {
  expect(isVisible(`a${hidden}b`)).toBe(false);
  expect(isQid(`a${hidden}b`)).toBe(hidden !== '\n');
});

it.each(['ibm torino', '第一チップ', 'é', '😀', 'a-b'])('%j may be a new id', (text) => {
  expect(isVisible(text)).toBe(true);
});

describe('usernames', () => {
  it.each(['ada', 'a_b', 'a.b-c', '0x9', `a${'b'.repeat(62)}c`])('%j may be a username', (name) => {
    expect(isUsername(name)).toBe(true);
  });

  it.each(['ab', 'Ada', '-ada', 'ada.', 'a b c', 'ada\n', `a${'b'.repeat(63)}c`, 'ådå'])(
    '%j is refused as a username',
    (name) => {
      expect(isUsername(name)).toBe(false);
    },
  );
});
