import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readImage } from '#shared/images/rules/read-image.ts';
import { imagesOf, mostImages, withoutImages } from '#shared/images/rules/reference.ts';
import { caseCount } from '#test/support/properties/case-count.ts';

/** Bytes that begin like an image of each kind, so that more than the first test is passed. */
const beginnings = [
  '',
  '\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
  'GIF89a',
  'RIFF\0\0\0\0WEBPVP8X',
  'RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f',
  'RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a',
  '\xff\xd8\xff\xe1\0\x22Exif\0\0II*\0\x08\0\0\0',
  '\xff\xd8\xff\xe1\xff\xffExif\0\0MM\0*',
  '\xff\xd8\xff\xff\xff',
  '\xff\xd8\xff\xc0\0\x0b\x08',
].map((text) => Buffer.from(text, 'latin1'));

it('whatever bytes come, an image is read to an end, and has a size where it is one', () => {
  const bytes = fc
    .tuple(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 120 }))
    .map((parts) => Uint8Array.from(Buffer.concat(parts)));
  fc.assert(
    fc.property(bytes, fc.nat(8), (drawn, offset) => {
      const within = new Uint8Array(drawn.length + offset);
      within.set(drawn, offset);
      const read = readImage(within.subarray(offset));
      if (read) expect(Math.min(read.width, read.height)).toBeGreaterThan(0);
    }),
    { numRuns: caseCount(2000) },
  );
});

it('whatever a text is, its images are read in a time that follows its length, and told without their marks', () => {
  const part = fc.constantFrom('![', '](', ')', '\\', '[', ']', 'a', ' ', '"', '<', '/api/images/', '\n');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 200 }), (parts) => {
      const text = parts.join('');
      expect(imagesOf(text).length).toBeLessThanOrEqual(mostImages);
      expect(withoutImages(withoutImages(text)).length).toBeLessThanOrEqual(text.length + 9 * parts.length);
    }),
    { numRuns: caseCount(500) },
  );
});
