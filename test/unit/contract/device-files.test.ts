import { describe, expect, it } from 'vitest';
import { dateInName, recognizeFiles } from '#shared/contract/device-files.ts';

const conf = { backend_name: 'ibm_torino', n_qubits: 2, coupling_map: [[0, 1]] };
const props = { backend_name: 'ibm_torino', last_update_date: '2025-02-26', qubits: [[], []], gates: [] };
const google = { cirq_type: 'Calibration', metrics: { metrics: [] } };
const calibration = { single_qubits: {}, two_qubits: {} };

const json = (name: string, document: unknown) => ({ name, text: JSON.stringify(document) });

describe('files of a device', () => {
  it('files of IBM are recognized by what they contain, whatever they are called and whichever comes first', () => {
    const found = recognizeFiles([json('b.json', props), json('a.json', conf)]);
    expect(found).toMatchObject({ format: 'ibm', documents: { conf, props }, missing: [], problems: [] });
    expect(found.files).toEqual({ conf: 'a.json', props: 'b.json' });
    expect(found.suggestedChipId).toBe('torino');
    expect(recognizeFiles([json('a.json', conf)]).missing).toEqual(['props']);
  });

  it('a calibration of Google needs a time, unless it has one', () => {
    expect(recognizeFiles([json('g.json', google)])).toMatchObject({ format: 'google', missing: ['measured_at'] });
    expect(recognizeFiles([json('g.json', google)], '2024-08-16')).toMatchObject({
      documents: { calibration: google, measured_at: '2024-08-16' },
      missing: [],
    });
    const timed = { metrics: { ...google.metrics, timestampMs: '1' } };
    expect(recognizeFiles([json('g.json', timed)]).missing).toEqual([]);
  });

  it('calibrations of qibolab are a history by lines, a dated one, or one that is dated by hand', () => {
    const dated = (calibrated_at: string) => ({ calibrated_at, calibration });
    const lines = {
      name: 'qw5q_history.jsonl',
      text: `${JSON.stringify(dated('a'))}\n${JSON.stringify(dated('b'))}\n`,
    };
    expect(recognizeFiles([lines])).toMatchObject({
      format: 'qibolab',
      documents: { calibrations: [dated('a'), dated('b')] },
      missing: [],
      suggestedChipId: 'qw5q',
    });
    expect(recognizeFiles([json('c.json', dated('c')), lines]).documents.calibrations).toHaveLength(3);
    expect(recognizeFiles([json('calibration.json', calibration)]).missing).toEqual(['measured_at']);
    expect(recognizeFiles([json('calibration.json', calibration)], '2026-01-01').documents.calibrations).toEqual([
      { calibrated_at: '2026-01-01', calibration },
    ]);
  });

  it('a state of QuAM and YAML files of qubex are recognized, each with the time that it needs', () => {
    expect(recognizeFiles([json('state.json', { qubits: { q1: {} } })], '2026-01-01')).toMatchObject({
      format: 'quam',
      documents: { state: { qubits: { q1: {} } }, measured_at: '2026-01-01' },
    });
    const files = [
      { name: 't1.yaml', text: 'data: {}' },
      { name: 'chip.yml', text: '64Q: {}' },
    ];
    expect(recognizeFiles(files)).toMatchObject({
      format: 'qubex',
      documents: { files: files.map(({ name, text }) => ({ name, content: text })) },
      missing: ['measured_at'],
    });
  });

  it('a file that is none of a device is named with the reason', () => {
    expect(recognizeFiles([{ name: 'x.json', text: '{' }]).problems[0]?.problem).toMatch(/^is not JSON/);
    for (const document of [{}, [], null, 1, [{ a: 1 }]]) {
      expect(recognizeFiles([json('x.json', document)]).problems[0]?.problem).toMatch(/^is neither a configuration/);
    }
  });

  it('two files of one document, and files of two formats, are named', () => {
    expect(recognizeFiles([json('a.json', conf), json('b.json', conf)]).problems).toEqual([
      { file: 'b.json', problem: 'and a.json are both configuration (conf): one of each is needed' },
    ]);
    expect(recognizeFiles([json('a.json', conf), json('b.json', google)]).problems).toEqual([
      { file: 'b.json', problem: 'is of Google, the files before it of IBM' },
    ]);
  });

  it('the date in a name of a file is offered as the time of its values', () => {
    expect(dateInName([{ name: 'a.json' }, { name: 'willow_pink_2024-08-16_calibration.json' }])).toBe('2024-08-16');
    expect(dateInName([{ name: 'a.json' }])).toBeUndefined();
    expect(recognizeFiles([json('willow_pink_2024-08-16_calibration.json', google)]).suggestedChipId).toBe(
      'willow_pink',
    );
  });
});
