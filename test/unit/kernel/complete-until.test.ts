import { expect, it } from 'vitest';
import { earliest, listCompleteUntil } from '#shared/kernel/rules/complete-until.ts';

const now = '2025-03-01T13:00:00.000Z';
const head = (rev: number, second: number) => ({
  rev,
  writtenAt: `2025-03-01T12:00:${String(second).padStart(2, '0')}.000Z`,
});

it('a list that was never written is complete until now', () => {
  expect(listCompleteUntil(now, undefined, undefined)).toBe(now);
});

it('a list is complete until now where its index shows the last write, or one that came after the read', () => {
  expect(listCompleteUntil(now, head(3, 30), head(3, 30))).toBe(now);
  expect(listCompleteUntil(now, head(3, 30), head(4, 40))).toBe(now);
});

it('a list is complete until the write that its index shows last', () => {
  expect(listCompleteUntil(now, head(3, 30), head(2, 20))).toBe(head(2, 20).writtenAt);
});

it('no one knows of a list of which the index shows no write', () => {
  expect(listCompleteUntil(now, head(1, 10), undefined)).toBeNull();
});

it('a list goes back to what lacks where the clock of a later writer is behind', () => {
  expect(listCompleteUntil(now, head(3, 15), head(2, 20))).toBe('2025-03-01T12:00:14.999Z');
});

it('a head of a list that was deleted and begun again is not taken for that of today', () => {
  expect(listCompleteUntil(now, head(2, 50), head(9, 10))).toBe(head(9, 10).writtenAt);
});

it('of several lists the earliest counts, and one of which no one knows makes all unknown', () => {
  expect(earliest([now, head(1, 20).writtenAt, head(1, 10).writtenAt])).toBe(head(1, 10).writtenAt);
  expect(earliest([now, null])).toBeNull();
});
