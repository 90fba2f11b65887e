import type { ImportDocuments } from '#shared/devices/rules/import/formats.ts';
import { gate, parameter } from './ibm-device.ts';

/** A small document in the shape of one version of one format. */
export interface SampleDocument {
  title: string;
  given: ImportDocuments;
  /** Entries that a damage keeps out alone; `*` is every name or index. After a space, what is taken out with it. */
  entries: readonly string[];
  /** Objects of which every field that is not read is named. */
  objects: readonly string[];
}

const at = '2026-01-01T00:00:00.000Z';

const ibm: SampleDocument = {
  title: 'IBM',
  given: {
    format: 'ibm',
    documents: {
      conf: {
        ...{ backend_name: 'toy', n_qubits: 3, basis_gates: ['cz', 'sx'] },
        coupling_map: [
          [0, 1],
          [1, 0],
          [1, 2],
          [2, 1],
        ],
      },
      props: {
        ...{ backend_name: 'toy', last_update_date: at, general: [] },
        qubits: [
          [parameter('T1', 120.5, 'us'), parameter('T2', 90.25, 'us'), parameter('readout_error', 0.02)],
          [parameter('T1', 110, 'us'), parameter('frequency', 5.1, 'GHz')],
          [parameter('T1', 100, 'us'), parameter('anharmonicity', -0.3, 'GHz')],
        ],
        gates: [gate('sx', [0], 0.0004, 35), gate('cz', [0, 1], 0.004, 68), gate('ecr', [1, 2], 0.01, 300)],
      },
    },
  },
  entries: [
    ...['conf.coupling_map', 'conf.coupling_map.*', 'props.qubits.*.*', 'props.general'],
    ...['props.gates', 'props.gates.*', 'props.gates.*.parameters', 'props.gates.*.parameters.*'],
  ],
  objects: ['conf', 'props', 'props.qubits.*.*', 'props.gates.*', 'props.gates.*.parameters.*'],
};

const numbersOf = (name: string, values: Record<string, number>) =>
  Object.entries(values).map(([targets, doubleVal]) => ({
    name,
    targets: targets.split(' '),
    values: [{ doubleVal }],
  }));

const google: SampleDocument = {
  title: 'Google',
  given: {
    format: 'google',
    documents: {
      measured_at: at,
      calibration: {
        cirq_type: 'Calibration',
        metrics: {
          metrics: [
            ...numbersOf('single_qubit_idle_t1_micros', { '0_0': 61.5, '0_1': 62.25 }),
            ...numbersOf('single_qubit_p00_error', { '0_0': 0.01, '0_1': 0.02 }),
            ...numbersOf('two_qubit_parallel_cz_gate_xeb_pauli_error_per_cycle', { '0_0 0_1': 0.005 }),
          ],
        },
      },
    },
  },
  entries: ['calibration.metrics.metrics.*'],
  objects: ['calibration', 'calibration.metrics', 'calibration.metrics.metrics.*'],
};

const qibolabCalibrations: SampleDocument = {
  title: 'calibrations of qibolab',
  given: {
    format: 'qibolab',
    documents: {
      calibrations: [
        {
          calibrated_at: at,
          calibration: {
            single_qubits: {
              0: {
                ...{ t1: [20_000, 500], t2: [9_000, null], t2_spin_echo: 12_000, rb_fidelity: [0.99, 0.001] },
                qubit: { frequency_01: 4_800_000_000, frequency_12: 4_550_000_000, sweetspot: 0.1 },
                resonator: { bare_frequency: 5_200_000_000, dressed_frequency: 5_201_000_000 },
                readout: { fidelity: 0.8 },
              },
              1: { t1: [15_000, 100], qubit: { omega_01: 4_700_000_000 }, coherence: { t2: 5_000 } },
            },
            two_qubits: { '0-1': { cz_fidelity: [0.95, 0.01], rb_fidelity: [0.9, 0.02] } },
          },
        },
        {
          calibrated_at: '2026-01-02T00:00:00.000Z',
          calibration: { single_qubits: { 0: { t1: [21_000, 500] }, 1: {} }, two_qubits: {} },
        },
      ],
    },
  },
  entries: [
    'calibrations.1',
    'calibrations.0.calibration.single_qubits.*',
    'calibrations.0.calibration.single_qubits.*.*',
    'calibrations.0.calibration.single_qubits.0.qubit.*',
    'calibrations.0.calibration.single_qubits.0.resonator.*',
    'calibrations.0.calibration.single_qubits.0.readout.*',
    'calibrations.0.calibration.two_qubits',
    'calibrations.0.calibration.two_qubits.*',
    'calibrations.0.calibration.two_qubits.0-1.*',
  ],
  objects: ['calibrations.*', 'calibrations.0.calibration', 'calibrations.0.calibration.*.*'],
};

const qibolabRunCard: SampleDocument = {
  title: 'a runcard of qibolab 0.1',
  given: {
    format: 'qibolab',
    documents: {
      calibrations: [
        {
          calibrated_at: at,
          runcard: {
            ...{ nqubits: 3, qubits: [0, 1, 2], topology: { c0: [0, 1], c1: [1, 2] } },
            characterization: {
              single_qubit: {
                0: { T1: 14_000, T2: 9_000, drive_frequency: 4_100_000_000, anharmonicity: -200_000_000 },
                1: { T1: 12_000, assignment_fidelity: [0.9, 0.01], readout_frequency: 5_200_000_000 },
                2: { T2_spin_echo: 8_000, sweetspot: 0.2 },
              },
              two_qubit: { '0-1': { cz_fidelity: [0.9, 0.01] } },
            },
            native_gates: {
              single_qubit: { 0: { RX: { duration: 40, amplitude: 0.1 }, MZ: { duration: 2_000 } } },
              two_qubit: { '0-1': { CZ: [{ duration: 30 }] } },
            },
          },
        },
      ],
    },
  },
  entries: [
    ...['topology', 'topology.*', 'qubits', 'characterization', 'native_gates'].map(
      (name) => `calibrations.0.runcard.${name}`,
    ),
    'calibrations.0.runcard.characterization.*',
    'calibrations.0.runcard.characterization.single_qubit.*',
    'calibrations.0.runcard.native_gates.*',
    'calibrations.0.runcard.native_gates.single_qubit.0',
    'calibrations.0.runcard.native_gates.single_qubit.0.*',
    'calibrations.0.runcard.characterization.single_qubit.*.*',
    'calibrations.0.runcard.characterization.two_qubit.0-1.*',
    'calibrations.0.runcard.native_gates.single_qubit.0.*.duration',
  ],
  objects: ['calibrations.*', 'calibrations.0.runcard', 'calibrations.0.runcard.characterization.single_qubit.*'],
};

const pulse = (channel: string, duration: number) => [[channel, { kind: 'pulse', duration, amplitude: 0.1 }]];

const qibolabParameters: SampleDocument = {
  title: 'parameters of qibolab 0.2',
  given: {
    format: 'qibolab',
    documents: {
      calibrations: [
        {
          calibrated_at: at,
          parameters: {
            configs: {
              '0/drive': { kind: 'iq', frequency: 4_000_000_000 },
              '0/drive12': { kind: 'iq', frequency: 3_700_000_000 },
              '0/probe': { kind: 'iq', frequency: 5_200_000_000 },
            },
            native_gates: {
              single_qubit: {
                0: {
                  ...{ RX: pulse('0/drive', 40), RX12: pulse('0/drive12', 44) },
                  MZ: [['0/acquisition', { kind: 'readout', probe: { duration: 1_900 } }]],
                },
                1: { RX: pulse('1/drive', 20) },
              },
              two_qubit: { '0-1': { CZ: pulse('0/flux', 30) } },
            },
          },
        },
      ],
    },
  },
  entries: [
    'calibrations.0.parameters.configs',
    'calibrations.0.parameters.configs.*',
    'calibrations.0.parameters.configs.*.frequency',
    'calibrations.0.parameters.native_gates.two_qubit',
    'calibrations.0.parameters.native_gates.single_qubit.1',
    'calibrations.0.parameters.native_gates.single_qubit.*.*',
    'calibrations.0.parameters.native_gates.single_qubit.0.RX.0.1.duration',
    'calibrations.0.parameters.native_gates.two_qubit.*',
  ],
  objects: ['calibrations.*', 'calibrations.0.parameters'],
};

const quam: SampleDocument = {
  title: 'QuAM',
  given: {
    format: 'quam',
    documents: {
      measured_at: at,
      state: {
        qubits: {
          q1: {
            ...{
              id: 'q1',
              T1: 2e-5,
              T2ramsey: 1e-5,
              T2echo: '#./T2ramsey',
              f_01: 5e9,
              f_12: 4.8e9,
              grid_location: '0,0',
            },
            gate_fidelity: { x180: 0.999, averaged: 0.998 },
            resonator: {
              ...{ f_01: 7e9, depletion_time: 1_000 },
              confusion_matrix: [
                [0.98, 0.02],
                [0.04, 0.96],
              ],
            },
            xy: { operations: { x180: '#./x180_DragCosine', x180_DragCosine: { length: 40 } } },
          },
          q2: { id: 'q2', T1: 3e-5, anharmonicity: -2e8, chi: -1e6, grid_location: '1,0' },
          q3: { id: 'q3', T2echo: 4e-5, grid_location: '2,0' },
        },
        qubit_pairs: {
          'q1-2': {
            ...{ qubit_control: '#/qubits/q1', qubit_target: '#/qubits/q2' },
            macros: { cz: { fidelity: { averaged: 0.98, Bell_State: { Fidelity: 0.95 } } }, cnot: { fidelity: 0.97 } },
          },
          'q2-3': { qubit_control: '#/wiring/pairs/b/control', qubit_target: '#/qubits/q3' },
        },
      },
      wiring: { wiring: { pairs: { b: { control: '#/qubits/q2' } } } },
    },
  },
  entries: [
    ...['T1', 'T2ramsey', 'T2echo', 'f_01', 'f_12', 'gate_fidelity', 'resonator'].map(
      (name) => `state.qubits.q1.${name}`,
    ),
    ...['state.qubits.*', 'state.qubits.*.grid_location', 'state.qubit_pairs', 'wiring.wiring', 'state.qubits.q1.xy'],
    'state.qubits.q1.gate_fidelity.*',
    'state.qubits.q1.resonator.*',
    'state.qubits.q1.xy.operations.x180_DragCosine.length',
    ...['T1', 'anharmonicity', 'chi'].map((name) => `state.qubits.q2.${name}`),
    'state.qubit_pairs.*',
    'state.qubit_pairs.q1-2.macros.cz.fidelity',
    'state.qubit_pairs.q1-2.macros.cz.fidelity.*',
    'state.qubit_pairs.q1-2.macros.cnot.fidelity',
  ],
  objects: ['state', 'wiring', 'state.qubits.*', 'state.qubit_pairs.*'],
};

const qubex: SampleDocument = {
  title: 'qubex',
  given: {
    format: 'qubex',
    documents: {
      ...{ measured_at: at, chip: '4Q' },
      files: [
        { name: 'chip.yaml', content: { '4Q': { name: 'toy', n_qubits: 4, topology: { type: 'square_lattice' } } } },
        { name: 'params/t1.yaml', content: { meta: { unit: 'us' }, data: { Q00: 20, Q01: 30, Q02: null } } },
        { name: 'params/qubit_frequency.yaml', content: { meta: { default: 4.75 }, data: { Q00: 4.9, Q01: 4.8 } } },
        { name: 'params/static_zz.yaml', content: { meta: { unit: 'MHz' }, data: { 'Q00-Q01': 0.1 } } },
        {
          name: 'props.yaml',
          content: { '4Q': { average_readout_fidelity: { Q00: 0.99, Q01: 0.98 }, t1: { Q03: 9 } } },
        },
      ],
    },
  },
  entries: [
    'files.1.content files.1',
    'files.1.content.data.*',
    'files.2.content.data.*',
    'files.3.content.data.*',
    'files.4.content.4Q.average_readout_fidelity',
    'files.4.content.4Q.average_readout_fidelity.*',
  ],
  objects: ['files.0.content.4Q', 'files.0.content.4Q.topology', 'files.1.content', 'files.1.content.meta'],
};

const deviceQubit = (id: number, physical_id: number) => ({
  ...{ id, physical_id, position: { x: id, y: 0 }, fidelity: 0.999 },
  meas_error: { prob_meas1_prep0: 0.02, prob_meas0_prep1: 0.04, readout_assignment_error: 0.03 },
  ...{ qubit_lifetime: { t1: 41.5, t2: 37.25 }, gate_duration: { rz: 0, sx: 16, x: 24 } },
});

const oqtopus: SampleDocument = {
  title: 'OQTOPUS',
  given: {
    format: 'oqtopus',
    documents: {
      device: {
        ...{ name: 'toy', device_id: 'toy', calibrated_at: at },
        qubits: [deviceQubit(0, 0), deviceQubit(1, 2), deviceQubit(2, 3)],
        couplings: [
          { control: 0, target: 1, fidelity: 0.97, gate_duration: { rzx90: 184 } },
          { control: 2, target: 1, fidelity: 0.96, gate_duration: { rzx90: 200 } },
        ],
      },
    },
  },
  entries: [
    ...['device.qubits.*', 'device.qubits.*.position', 'device.couplings', 'device.couplings.*'],
    ...['fidelity', 'meas_error', 'meas_error.*', 'qubit_lifetime', 'qubit_lifetime.*', 'gate_duration.sx'].map(
      (name) => `device.qubits.*.${name}`,
    ),
    'device.couplings.*.fidelity',
    'device.couplings.*.gate_duration',
  ],
  objects: ['device', 'device.qubits.*', 'device.couplings.*'],
};

const value = (number: number, unit: string) => ({ value: number, unit, calibrated_at: at, source: 'task' });

const fiducial: SampleDocument = {
  title: 'Fiducial',
  given: {
    format: 'fiducial',
    documents: {
      chip: {
        ...{ format: 'fiducial-chip', version: 1, exported_at: at, chip: { id: 'toy' } },
        topology: {
          ...{ id: 'toy-2', name: 'toy', directed: false, couplings: [['0', '1']] },
          qubits: { 0: { row: 0, col: 0 }, 1: { row: 0, col: 1 } },
        },
        qubits: {
          0: { values: { t1: value(20, 'us') }, faulty: { t2_echo: at } },
          1: { values: { t1: value(30, 'us'), t2_echo: value(25, 'us') } },
        },
        couplings: { '0-1': { values: { cz_gate_fidelity: value(0.99, '') } } },
      },
    },
  },
  entries: [
    'chip.qubits',
    'chip.qubits.*',
    'chip.couplings',
    'chip.qubits.*.values',
    'chip.qubits.*.values.*',
    'chip.qubits.0.faulty.*',
    'chip.couplings.*',
  ],
  objects: ['chip', 'chip.chip', 'chip.topology', 'chip.qubits.*', 'chip.qubits.*.values.*'],
};

/** A document of each version of each format. */
export const sampleDocuments: readonly SampleDocument[] = [
  ...[ibm, google, qibolabCalibrations, qibolabRunCard, qibolabParameters, quam, qubex, oqtopus, fiducial],
];

/** As the import takes them: files of qubex as text, which JSON is. */
export function asSent(given: ImportDocuments): ImportDocuments {
  if (given.format !== 'qubex') return given;
  const files = (given.documents.files as { name: string; content: unknown }[]).map(({ name, content }) => ({
    name,
    content: JSON.stringify(content),
  }));
  return { ...given, documents: { ...given.documents, files } };
}
