import { expect, it } from 'vitest';
import { reanalyse } from '#simulator/reanalyse.ts';
import { simulated } from '#test/support/runs/simulation.ts';

const csvOf = (task: string) => simulated({ task }).rawData[0]?.body ?? '';

it('a wide scan keeps every reading, where its figure draws some', () => {
  const { rawData, figures } = simulated({ task: 'CheckQubitSpectroscopy' });
  expect(rawData[0]?.body.trimEnd().split('\r\n')).toHaveLength(651);
  expect(JSON.parse(figures[0]?.body ?? '').data[0].x.length).toBeLessThan(230);
});

it('lines of raw data may come in any order', () => {
  for (const task of ['CheckQubitSpectroscopy', 'CheckResonatorSpectroscopy'] as const) {
    const [header = '', ...lines] = csvOf(task).trimEnd().split('\r\n');
    const turned = [header, ...lines.toReversed()].join('\n');
    expect(reanalyse(task, turned, {}), task).toEqual(reanalyse(task, csvOf(task), {}));
  }
});

it.each([
  ['', "its columns are not 'drive_frequency_ghz,response_db'"],
  ['drive_frequency_ghz,response_db\n7,1\n', 'it has fewer than 5 readings'],
  ['drive_frequency_ghz,response_db\n7,1\n7.1,\n', 'its line 3 is not 2 numbers'],
  ['drive_frequency_ghz,response_db\n7,1\n7.1,2,3\n', 'its line 3 is not 2 numbers'],
  [`drive_frequency_ghz,response_db\n${'7,1\n'.repeat(50_001)}`, 'it has more than 50000 readings'],
])('raw data that are not a spectrum say why (%#)', (csv, reason) => {
  expect(reanalyse('CheckQubitSpectroscopy', csv, {})).toEqual({ refused: 'raw data', reason });
});

it('a map that lacks a reading says which', () => {
  const [header = '', first = '', ...lines] = csvOf('CheckResonatorSpectroscopy').trimEnd().split('\r\n');
  const [frequency = '', power = ''] = first.split(',');
  expect(reanalyse('CheckResonatorSpectroscopy', [header, ...lines].join('\r\n'), {})).toEqual({
    refused: 'raw data',
    reason: `it lacks the reading at ${frequency} GHz and ${power} dB`,
  });
});

it('a map without a power as low as asked for has no line at low power', () => {
  const again = reanalyse('CheckResonatorSpectroscopy', csvOf('CheckResonatorSpectroscopy'), { low_power: -70 });
  expect(again).toMatchObject({ outputParameters: {}, problem: 'was not scanned at -70 dB or below' });
});
