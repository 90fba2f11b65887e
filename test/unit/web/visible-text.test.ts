import { expect, it } from 'vitest';
import { visibleText } from '#shared/kernel/rules/visible-text.ts';

it.each([
  ['a\u202Eb\u202C', 'a[U+202E]b[U+202C]'],
  ['pay\u200Bpal', 'pay[U+200B]pal'],
  ['q\u200D1', 'q[U+200D]1'],
  ['a\u200Cb', 'a[U+200C]b'],
  ['\uFEFFx\u2066y\u2069', '[U+FEFF]x[U+2066]y[U+2069]'],
  ['end\u200D', 'end[U+200D]'],
])('what is not seen in %j has a mark', (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

it.each([
  'plain text',
  'Kühlung データ f₀₁',
  '👨\u200D👩\u200D👧 🏳️\u200D🌈 👩🏽\u200D🔬',
  'می\u200Cخواهم',
  'क्\u200Dष',
  'line\nbreak\ttab',
])('what belongs to the writing stays: %s', (text) => {
  expect(visibleText(text)).toBe(text);
});
