import { describe, expect, it } from 'vitest';
import { isChipId, isMetricKey, isQid, isUsername } from '#shared/domain/ids.ts';

describe('chip ids, qids and metric keys', () => {
  const checks = [isChipId, isQid, isMetricKey];

  it.each(['0', 'Q00', 'a', '...', 'a.b', 'ibm torino', '第一チップ', 'a#b', 'a-b', '%2F', 'é'.repeat(64)])(
    '%j may be a chip id, qid or metric key',
    (text) => {
      for (const check of checks) expect(check(text)).toBe(true);
    },
  );

  it.each(['', '.', '..', 'a/b', 'a\\b', 'a\nb', '\u0000', '\u007f', '\u009f', '\ud800', 'a\udc00'])(
    '%j is refused as a chip id, qid or metric key',
    (text) => {
      for (const check of checks) expect(check(text)).toBe(false);
    },
  );

  it('ids count code points, not UTF-16 units, up to 64', () => {
    expect(isChipId('😀'.repeat(64))).toBe(true);
    expect(isChipId('😀'.repeat(65))).toBe(false);
    expect(isChipId('a'.repeat(65))).toBe(false);
  });
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
