import { describe, expect, it } from 'vitest';
import { imagesOf } from '#shared/images/rules/reference.ts';
import { altOf, withImage } from '../../../../web/images/lib/typed-image.ts';

const url = '/api/images/0123456789abcdef0123456789abcdef-640x480.png';

describe('an image that is put into a text', () => {
  it.each([
    ['T1 decay.png', 'T1 decay'],
    ['a[1]\\b.tar.webp', 'a 1 b.tar'],
    ['image.png', 'Image'],
    ['.png', 'Image'],
    ['', 'Image'],
    [`${'é'.repeat(300)}.gif`, 'é'.repeat(100)],
  ])("the file '%s' is said to show '%s'", (file, alt) => expect(altOf(file)).toBe(alt));

  it.each([
    ['', 0, 0, `![T1](${url})`],
    ['See', 3, 3, `See ![T1](${url})`],
    ['See ', 4, 4, `See ![T1](${url})`],
    ['ab', 1, 1, `a ![T1](${url}) b`],
    ['See this now', 4, 8, `See ![T1](${url}) now`],
    ['a\n', 2, 2, `a\n![T1](${url})`],
  ])(
    "into '%s' from %d to %d it is put apart from the words alongside it, and its words are known",
    (text, start, end, whole) => {
      const put = withImage(text, { start, end }, { alt: 'T1', url });
      expect(put.text).toBe(whole);
      expect(put.text.slice(put.from, put.to)).toBe('T1');
      expect(imagesOf(put.text)).toHaveLength(1);
    },
  );
});
