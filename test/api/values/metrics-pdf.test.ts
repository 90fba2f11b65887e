import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  await owner.api.createChip({ body: { chip_id: 'c', size: 16 } });
  const set = (qid: string, parameters: Record<string, { value: number }>) =>
    owner.api.updateCalibrationParameters({ body: { chip_id: 'c', qid, parameters } });
  await set('0', { t1: { value: 31.25 }, qubit_frequency: { value: 5.1 } });
  await set('5', { t1: { value: 62.5 } });
  await set('0-1', { zx90_gate_fidelity: { value: 0.9812 } });
});
afterAll(() => world.stop());

const pdfOf = async (query = {}) => {
  const file = await owner.api.downloadMetricsPdf({ params: { chip_id: 'c' }, query });
  return { type: file.type, text: Buffer.from(await file.arrayBuffer()).toString('latin1') };
};
/** The texts that the pages draw. */
const drawn = (text: string) => [...text.matchAll(/\((.*?)(?<!\\)\) Tj/g)].map(([, words]) => words);

it('the report has a row of each metric that is measured, and a map of it', async () => {
  const { type, text } = await pdfOf();
  expect([type, text.slice(0, 8), text.trimEnd().slice(-5)]).toEqual(['application/pdf', '%PDF-1.4', '%%EOF']);
  expect(text.match(/\/Type \/Page /g)).toHaveLength(4);
  const words = drawn(text);
  expect(words[0]).toBe('Chip c');
  const at = words.indexOf('T1');
  expect(words.slice(at, at + 6)).toEqual(['T1', 'µs', '2 of 16', '46.9', '31.3', '62.5']);
  expect(words).toContain('T1 \\(µs\\)');
  expect(words.filter((word) => word === '62.5')).toHaveLength(2);
  // A fidelity is the error that the pages show, and a frequency keeps more digits.
  expect(words).toContain('1.88');
  expect(words.slice(words.indexOf('Qubit frequency')).slice(0, 4)).toEqual([
    'Qubit frequency',
    'GHz',
    '1 of 16',
    '5.1',
  ]);
  expect(words).not.toContain('T2 echo');
});

it('every object of the report is where its table says', async () => {
  const { text } = await pdfOf();
  const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  expect(text.slice(start, start + 4)).toBe('xref');
  const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
  expect(offsets).toHaveLength(12);
  offsets.forEach((offset, n) => {
    expect(text.slice(offset, offset + 10).startsWith(`${n + 1} 0 obj`)).toBe(true);
  });
  for (const [, length, body] of text.matchAll(/<< \/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/g))
    expect(body).toHaveLength(Number(length));
});

it('the report has the values that are asked for, as the metrics of the chip have', async () => {
  const one = drawn((await pdfOf({ metrics: ['t1'], selection_mode: 'best' })).text);
  expect(one).toContain('T1');
  expect(one.some((word) => word?.startsWith('best values'))).toBe(true);
  expect(one).not.toContain('1.88');
  expect(drawn((await pdfOf({ end_at: '2020-01-01' })).text)).toContain('No values');
});

it('the report of a week has its changes, runs and notes, and a map of relaxation and of the gate that most couplings have', async () => {
  await owner.api.upsertQubitNote({ params: { chip_id: 'c', qid: '5' }, body: { content: 'TLS near\n4.79 GHz' } });
  const { type, text } = await pdfOf({ report: 'week', timezone: 'Asia/Tokyo' });
  expect(type).toBe('application/pdf');
  expect(text.match(/\/Type \/Page /g)).toHaveLength(3);
  const words = drawn(text);
  expect(words[0]).toMatch(/^Chip c: \d+ \w+ \d{4} to \d+ \w+ \d{4}$/);
  expect(words[1]).toMatch(/^As of [\d-]+ [\d:]+ Asia\/Tokyo\. 16 qubits, 24 couplings\.$/);
  expect(words).toEqual(
    expect.arrayContaining([
      'Changes \\(0\\)',
      'No active drift alert.',
      'No run.',
      'Notes \\(1\\)',
      'Q5',
      'TLS near 4.79 GHz',
    ]),
  );
  expect(words.filter((word) => /^T1 |^ZX90 gate error/.test(word ?? ''))).toHaveLength(2);
});

it('the report of a week refuses what it does not use, and takes an end in the past', async () => {
  const refused = await refusal(pdfOf({ report: 'week', metrics: ['t1'] }));
  expect([refused.status, refused.detail]).toEqual([400, "'metrics' is not used by the report of a week"]);
  expect((await refusal(pdfOf({ report: 'week', selection_mode: 'best' }))).status).toBe(400);
  const past = drawn((await pdfOf({ report: 'week', as_of: '2020-01-08T00:00:00Z' })).text);
  expect(past[0]).toBe('Chip c: 1 Jan 2020 to 8 Jan 2020');
  expect(past).toContain('Drift alerts show the present only.');
});

it('an unknown chip has no report', async () => {
  expect((await refusal(owner.api.downloadMetricsPdf({ params: { chip_id: 'none' } }))).status).toBe(404);
});
