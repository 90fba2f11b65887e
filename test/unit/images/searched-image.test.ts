import { describe, expect, it } from 'vitest';
import { imageAddressesIn, withoutAddresses } from '#shared/images/rules/searched-image.ts';

describe('images as a search reads them', () => {
  it('addresses leave spaces, so that all else stays where it is', () => {
    const text = 'See ![T1 of Q5](/api/images/a.png), ![](b) and [a link](c)';
    const shown = withoutAddresses(text);
    expect(shown).toHaveLength(text.length);
    expect(shown.replace(/ +/g, ' ')).toBe('See ![T1 of Q5] , ![] and [a link](c)');
    expect(shown.indexOf('and')).toBe(text.indexOf('and'));
  });

  it('the addresses of several texts are named once each', () => {
    expect(imageAddressesIn(['![a](x) ![b](y)', '![c](x)', '[d](z)', '![e] (v)'])).toEqual(['x', 'y']);
  });
});
