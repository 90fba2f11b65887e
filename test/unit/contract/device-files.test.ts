import { describe, expect, it } from 'vitest';
import { type DeviceFile, readDeviceFile } from '#shared/devices/contract/files/device-file.ts';
import { dateInName, recognizeFiles, type Stated } from '#shared/devices/contract/files/recognize-files.ts';

const conf = { backend_name: 'ibm_torino', n_qubits: 2, coupling_map: [[0, 1]], gates: [] };
const props = { backend_name: 'ibm_torino', last_update_date: '2025-02-26', qubits: [[], []], gates: [] };
const google = { cirq_type: 'Calibration', metrics: { metrics: [] } };
const calibration = { single_qubits: {}, two_qubits: {} };
const runcard = { nqubits: 1, qubits: [0], characterization: { single_qubit: { 0: { T1: 14_000 } } } };
const parameters = { settings: {}, configs: {}, native_gates: { single_qubit: { 0: { RX: null } } } };
const device = { device_id: 'anemone', qubits: [{ id: 0, physical_id: 0, fidelity: 0.99 }], couplings: [] };
const topologyYaml =
  'name: a\ngrid_size: 2\nqubits:\n  0: {row: 0, col: 0}\n  1: {row: 0, col: 1}\ncouplings:\n- [0, 1]\n';

interface Chosen {
  name: string;
  text: string;
}
const json = (name: string, document: unknown): Chosen => ({ name, text: JSON.stringify(document) });
const read = (files: readonly Chosen[]): Promise<DeviceFile[]> =>
  Promise.all(files.map(({ name, text }) => readDeviceFile(name, text)));
const recognize = async (files: readonly Chosen[], stated?: Stated) => recognizeFiles(await read(files), stated);
const problemOf = async (file: Chosen) => (await recognize([file])).problems[0]?.problem;

describe('files of a device', () => {
  it('files of IBM are recognized by what they contain, whatever they are called and whichever comes first', async () => {
    const found = await recognize([json('b.json', props), json('a.json', conf)]);
    expect(found).toMatchObject({ format: 'ibm', documents: { conf, props }, missing: [], problems: [] });
    expect(found.files).toEqual({ conf: 'a.json', props: 'b.json' });
    expect(found.suggestedChipId).toBe('torino');
    expect((await recognize([json('a.json', conf)])).missing).toEqual(['props']);
  });

  it('a calibration of Google needs a time, unless it has one', async () => {
    expect(await recognize([json('g.json', google)])).toMatchObject({ format: 'google', missing: ['measured_at'] });
    expect(await recognize([json('g.json', google)], { measuredAt: '2024-08-16' })).toMatchObject({
      documents: { calibration: google, measured_at: '2024-08-16' },
      missing: [],
    });
    const timed = { metrics: { ...google.metrics, timestampMs: '1' } };
    expect((await recognize([json('g.json', timed)])).missing).toEqual([]);
  });

  it('calibrations of qibolab are a history by lines, a dated one, or one that is dated by hand', async () => {
    const dated = (calibrated_at: string) => ({ calibrated_at, calibration });
    const lines = {
      name: 'qw5q_history.jsonl',
      text: `${JSON.stringify(dated('a'))}\n${JSON.stringify(dated('b'))}\n`,
    };
    expect(await recognize([lines])).toMatchObject({
      format: 'qibolab',
      documents: { calibrations: [dated('a'), dated('b')] },
      missing: [],
      suggestedChipId: 'qw5q',
    });
    expect((await recognize([json('c.json', dated('c')), lines])).documents.calibrations).toHaveLength(3);
    expect((await recognize([json('calibration.json', calibration)])).missing).toEqual(['measured_at']);
    const stated = { measuredAt: '2026-01-01' };
    expect((await recognize([json('calibration.json', calibration)], stated)).documents.calibrations).toEqual([
      { calibrated_at: '2026-01-01', calibration },
    ]);
  });

  it('runcards and parameters of qibolab are told from other files with qubits, in JSON and in YAML', async () => {
    const yaml = {
      name: 'runcard.yml',
      text: 'nqubits: 1\nqubits: [0]\ncharacterization:\n  single_qubit:\n    0: {T1: 14_000}\n',
    };
    const stated = { measuredAt: '2026-02-03' };
    const versions = async (...files: Chosen[]) => {
      const { format, documents, problems } = await recognize(files, stated);
      expect([format, problems]).toEqual(['qibolab', []]);
      return documents.calibrations;
    };
    expect(await versions(json('parameters.json', runcard))).toEqual([{ calibrated_at: '2026-02-03', runcard }]);
    expect(await versions(json('parameters.json', parameters))).toEqual([{ calibrated_at: '2026-02-03', parameters }]);
    expect(await versions(yaml)).toEqual([
      {
        calibrated_at: '2026-02-03',
        runcard: { ...runcard, characterization: { single_qubit: { 0: { T1: '14_000' } } } },
      },
    ]);
    expect(await versions(json('a.json', calibration), json('b.json', parameters))).toHaveLength(2);
  });

  it('a state of QuAM is read with its wiring, and a wiring alone lacks its state', async () => {
    const state = { qubits: { q1: {} } };
    const wiring = { wiring: { qubits: { q1: { xy: {} } } }, network: { host: '127.0.0.1' } };
    expect(
      await recognize([json('wiring.json', wiring), json('state.json', state)], { measuredAt: '2026-01-01' }),
    ).toMatchObject({
      format: 'quam',
      documents: { state, wiring, measured_at: '2026-01-01' },
      missing: [],
    });
    expect((await recognize([json('wiring.json', wiring)])).missing).toEqual(['state', 'measured_at']);
  });

  it('a device topology of OQTOPUS needs a time only where it has none', async () => {
    const found = await recognize([json('device_topology.json', { ...device, calibrated_at: '2026-02-03T00:00:00Z' })]);
    expect(found).toMatchObject({ format: 'oqtopus', missing: [], suggestedChipId: 'anemone' });
    expect((await recognize([json('d.json', { ...device, calibrated_at: '' })])).missing).toEqual(['measured_at']);
  });

  it('YAML files of qubex are recognized by their structure, and of several chips one is to be chosen', async () => {
    const files = [
      { name: 't1.yaml', text: 'meta: {unit: us}\ndata: {Q00: 1}' },
      { name: 'chip.yml', text: '16Q: {n_qubits: 16}\n64Q: {n_qubits: 64}' },
      { name: 'wiring.yaml', text: '64Q:\n  - {mux: 0, ctrl: [A-1]}' },
    ];
    const found = await recognize(files, { measuredAt: '2026-01-01' });
    expect(found).toMatchObject({
      format: 'qubex',
      documents: { files: files.map(({ name, text }) => ({ name, content: text })) },
      missing: ['device'],
      devices: ['16Q', '64Q'],
    });
    expect(await recognize(files, { measuredAt: '2026-01-01', device: '64Q' })).toMatchObject({
      documents: { chip: '64Q' },
      missing: [],
      suggestedChipId: '64Q',
    });
  });

  it('an exported chip is recognized in YAML and in JSON', async () => {
    const yaml = { name: 'chip.yaml', text: 'format: fiducial-chip\nversion: 1\n' };
    expect(await recognize([yaml])).toMatchObject({ format: 'fiducial', documents: { chip: yaml.text }, missing: [] });
    const document = { format: 'fiducial-chip', version: 1 };
    expect(await recognize([json('chip.json', document)])).toMatchObject({ documents: { chip: document } });
  });

  it('a file that is none of a device is named with the reason', async () => {
    expect(await problemOf({ name: 'x.json', text: '{' })).toMatch(/^is not JSON/);
    expect(await problemOf({ name: 'x.yaml', text: 'a: [b' })).toMatch(/^is not YAML/);
    for (const document of [{}, [], null, 1, [{ a: 1 }], { metrics: [{ a: 1 }] }]) {
      expect(await problemOf(json('x.json', document))).toMatch(/^is neither a configuration/);
    }
    expect(await problemOf({ name: 'notes.yaml', text: 'title: a\nsteps: [1]\n' })).toMatch(/^is neither/);
  });

  it('a known file without values is named as what it is', async () => {
    expect(await problemOf({ name: 'linear.yaml', text: topologyYaml })).toMatch(
      /^is a topology without values: make it by `npx fiducial topologies create/,
    );
    expect(await problemOf(json('request.json', { qubits: ['0'], condition: {} }))).toMatch(
      /^is a request for a device topology of OQTOPUS/,
    );
    expect(await problemOf(json('state.json', { __class__: 'quam_builder.Quam', ports: {} }))).toBe(
      'is a file of QuAM without qubits',
    );
  });

  it('two files of one document, and files of two formats, are named', async () => {
    expect((await recognize([json('a.json', conf), json('b.json', conf)])).problems).toEqual([
      { file: 'b.json', problem: 'and a.json are both configuration (conf): one of each is needed' },
    ]);
    expect((await recognize([json('a.json', conf), json('b.json', google)])).problems).toEqual([
      { file: 'b.json', problem: 'is of Google, the files before it of IBM' },
    ]);
  });

  it('the date in a name of a file is offered as the time of its values', async () => {
    expect(dateInName([{ name: 'a.json' }, { name: 'willow_pink_2024-08-16_calibration.json' }])).toBe('2024-08-16');
    expect(dateInName([{ name: 'a.json' }])).toBeUndefined();
    const found = await recognize([json('willow_pink_2024-08-16_calibration.json', google)]);
    expect(found.suggestedChipId).toBe('willow_pink');
  });
});
