import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { folded, foldedWithPlaces } from '#shared/kernel/rules/folded.ts';

/** Letters, marks, kana, jamo, emoji and invisible characters, in any order. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'aZé½ßŁςΣΆйﾃﾞ゛ガガｰ①₀𝐓🔥👍🏽각ᄀ\u0301\u0308\u200B\u00AD\uFE0F\u202E 1.-@', '👨‍👩‍👧'),
      fc.string({ unit: 'grapheme', maxLength: 2 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('how texts are compared', () => {
  test.each([
    ['ﾃﾞｰﾀ', 'データ'],
    ['カ\u3099', 'ガ'],
    ['Kühlung', 'ku\u0308hlung'],
    ['Café', 'CAFE'],
    ['f₀₁', 'F01'],
    ['Ｔ１', 't1'],
    ['Straße', 'STRASSE'],
    ['Σίσυφος', 'ΣΙΣΥΦΟΣ'],
    ['İzmir', 'izmir'],
    ['a\u200Bb\uFEFF', 'ab'],
  ])('%s compares as %s', (one, other) => {
    expect(folded(one)).toBe(folded(other));
  });

  test.each([
    ['カ', 'ガ'],
    ['и', 'й'],
    ['q1', 'q2'],
  ])('%s does not compare as %s', (one, other) => {
    expect(folded(one)).not.toBe(folded(other));
  });

  test('the composition of a text makes no difference', () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(folded(any.normalize('NFD'))).toBe(folded(any.normalize('NFC')));
      }),
    );
  });

  test('a folded text is folded to itself', () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(folded(folded(any))).toBe(folded(any));
      }),
    );
  });

  test('every unit of a folded text comes from a character of the original, in order', () => {
    fc.assert(
      fc.property(text, (any) => {
        const { text: made, startOf, endOf } = foldedWithPlaces(any);
        let end = 0;
        for (let unit = 0; unit < made.length; unit += 1) {
          const [from, to] = [startOf(unit), endOf(unit)];
          expect(folded(any.slice(from, to))).toContain(made[unit]);
          expect(to).toBeGreaterThanOrEqual(end);
          expect(to).toBeLessThanOrEqual(any.length);
          end = to;
        }
      }),
    );
  });
});
