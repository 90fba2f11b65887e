import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutImages } from '#shared/images/rules/reference.ts';
import { markedPieces } from '../../../../web/notes/lib/marked-pieces.ts';

const anyText = fc.string({ unit: 'grapheme' });

describe('marked pieces', () => {
  it('marks in a text count code points, so that a mark does not slip behind an emoji', () => {
    expect(markedPieces('🧊 flux drift', [[2, 6]])).toEqual([
      { text: '🧊 ', isMarked: false },
      { text: 'flux', isMarked: true },
      { text: ' drift', isMarked: false },
    ]);
  });

  it('marked pieces give the text back whatever the offsets are', () => {
    const offsets = fc.array(fc.tuple(fc.integer({ min: -2, max: 30 }), fc.integer({ min: -2, max: 30 })));
    fc.assert(
      fc.property(anyText, offsets, (text, highlights) => {
        expect(
          markedPieces(text, highlights)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });

  it('an image is in words, with what is said of it marked where it was found, and its address nowhere', () => {
    const marked = (text: string, ...highlights: number[][]) =>
      markedPieces(text, highlights).map((piece) => (piece.isMarked ? `<${piece.text}>` : piece.text));
    expect(marked('🧊 ![flux drift](/api/images/a.png) of Q5', [4, 8], [35, 37])).toEqual([
      ...['🧊 [image: ', '<flux>', ' drift] ', '<of>', ' Q5'],
    ]);
    for (const [text, shown] of [
      ['a ![](/api/images/a.png) b', 'a [image] b'],
      ['![ T1 ](https://x.org/a.png "Title")', '[image: T1]'],
      [String.raw`![T1 \[us\]](/api/images/a.png)`, '[image: T1 [us]]'],
      ['![a](x)![b](y)', '[image: a][image: b]'],
    ] as const) {
      expect(marked(text).join('')).toBe(shown);
      expect(withoutImages(text)).toBe(shown);
    }
    // A mark that begins within an address ends after the image.
    expect(marked('![a](xyz) b', [6, 11]).join('')).toBe('[image: a<] b>');
  });
});
