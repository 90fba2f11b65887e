import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  codePointCount,
  firstLine,
  lengthProblem,
  lengthText,
  maxNoteLength,
  mergeTexts,
} from '../../../../web/notes/lib/text.ts';

const anyText = fc.string({ unit: 'grapheme' });

describe('length of a note', () => {
  it('the length of a note is counted in code points, as the service does', () => {
    expect(codePointCount('a🧊é')).toBe(3);
    expect(lengthText('🧊')).toBe('1 of 5,000 characters');
    expect(lengthProblem('🧊'.repeat(maxNoteLength))).toBeUndefined();
    expect(lengthProblem('🧊'.repeat(maxNoteLength + 2))).toBe('5,002 of 5,000 characters: 2 too many');
  });
});

describe('two texts put together', () => {
  it('two texts put together lose neither', () => {
    fc.assert(
      fc.property(anyText, anyText, (mine, theirs) => {
        const joined = mergeTexts(mine, theirs);
        expect(joined).toContain(mine.trimEnd());
        expect(joined).toContain(theirs);
      }),
    );
  });

  it('two texts put together are one where one says all of the other', () => {
    expect([mergeTexts('a b', 'b'), mergeTexts('b', 'a b'), mergeTexts('a', 'b')]).toEqual(['a b', 'a b', 'a\n\nb']);
  });
});

describe('first line of a note', () => {
  it('the first line of a note is the first that says something', () => {
    expect(firstLine('\n  \n warm \nsecond')).toBe('warm');
    expect(firstLine(' \n')).toBe('');
    expect(firstLine('```\n| a | b |\n')).toBe('a | b |');
    expect(firstLine('- **T1** of `Q5`, [see](https://x.org)')).toBe('T1 of Q5, see');
    expect(firstLine('![Rabi [2]](/api/images/a.png "Title") is low\n![](/api/images/b.png)')).toMatch(/is low$/);
    expect(firstLine('![](/api/images/a.png) ![Rabi](/api/images/b.png)')).toBe('[image] [image: Rabi]');
  });
});
