import { expect, it } from 'vitest';
import { blockText, firstPair, parseBlocks, wiringText } from '../../../web/cooldowns/lib/wiring.ts';

it('the wiring of a cool-down is one text, its description before its blocks', () => {
  expect(wiringText({ info: 'drive 17\n', blocks: [{ type: 'table' }] })).toBe('drive 17\n\n{\n  "type": "table"\n}');
  expect(wiringText({ info: '', blocks: [] })).toBe('');
});

it('the blocks of a wiring are a list of JSON objects, and no text is none of them', () => {
  expect(parseBlocks('[{"type":"table"}]')).toEqual({ blocks: [{ type: 'table' }] });
  expect(parseBlocks(' \n')).toEqual({ blocks: [] });
  for (const text of ['{', '{"type":"table"}', '[1]', '[null]', '[[]]'])
    expect(parseBlocks(text)).toEqual({ problem: expect.any(String) });
});

it('the newest checkpoint of a wiring is compared with what is there at first', () => {
  expect(firstPair(['2', '1'])).toEqual({ from: '2', to: 'now' });
  expect(firstPair([])).toBeUndefined();
});

it('a block of wiring is said by its text, one without a text as a whole', () => {
  expect(blockText({ type: 'text', text: 'Drive lines: 30 dB' })).toBe('Drive lines: 30 dB');
  expect(blockText({ type: 'table', rows: [1] })).toBe('{"type":"table","rows":[1]}');
});
