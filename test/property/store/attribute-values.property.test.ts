import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromImage, toImage } from '#shared/kernel/store/dynamodb/attribute-values.ts';

/* The library of the SDK defines the form of an item's values. */

const settings = { removeUndefinedValues: true, allowImpreciseNumbers: true };
/** Bytes as Lambda passes on those of the stream. */
const inBase64 = (_key: string, value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
const leaf = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constant(undefined),
  fc.uint8Array(),
);
const key = fc
  .oneof(fc.string(), fc.constantFrom('constructor', 'toString', 'length'))
  .filter((k) => k !== '__proto__');
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, leaf, tie('list'), tie('map')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  map: fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
}));
const items = fc.dictionary(key, value, { maxKeys: 6, noNullPrototype: true });

describe('the values of an item', () => {
  it('the values of an item have the form of the SDK, and come back', () => {
    fc.assert(
      fc.property(items, (item) => {
        const image = marshall(item, { ...settings, convertClassInstanceToMap: true });
        const read = unmarshall(image, { wrapNumbers: Number });
        expect(toImage(item)).toEqual(image);
        expect(fromImage(JSON.parse(JSON.stringify(image, inBase64)))).toEqual(read);
        expect(fromImage(structuredClone(image))).toEqual(read);
      }),
    );
  });

  it('an item keeps numbers beyond 2^53 as doubles, and bytes that come in base64', () => {
    expect(fromImage({ n: { N: '12345678901234567890' }, b: { B: '+/8=' as unknown as Uint8Array } })).toEqual({
      n: 12345678901234567000,
      b: Uint8Array.of(0xfb, 0xff),
    });
  });

  it('an item keeps a field called __proto__', () => {
    const item = JSON.parse('{"map":{"__proto__":{"x":1}}}');
    const read = fromImage(structuredClone(toImage(item)));
    expect(Object.keys(read.map as object)).toEqual(['__proto__']);
  });

  it.each([[Number.NaN], [Number.POSITIVE_INFINITY], [() => 0], [10n]])('an item refuses %s', (given) => {
    expect(() => toImage({ map: { list: [given] } })).toThrow('cannot be stored');
  });
});
