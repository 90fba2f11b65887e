import { expect, it } from 'vitest';
import { usedBytesText, usedRowsText } from '../../../web/ui/lib/format/usage.ts';

it('what a project stores is said as used of allowed, in decimal units, and says where it is above', () => {
  expect(usedBytesText(0, 50e9)).toBe('0 bytes of 50 GB (0 %)');
  expect(usedBytesText(999, 1000)).toBe('999 bytes of 1 kB (99 %)');
  expect(usedBytesText(51.23e9, 50e9)).toBe('51.2 GB of 50 GB (102 %), above the limit');
  expect(usedBytesText(1500, null)).toBe('1.5 kB, no limit');
  expect(usedRowsText(1234, 20_000_000)).toBe('1,234 of 20,000,000 (0 %)');
});
