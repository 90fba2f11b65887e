import type { ImportDocuments } from '#shared/devices/rules/import/formats.ts';

/**
 * Readers of the formats that share no code with the imports. Each finds the numbers that are plain to find, in the units of the metrics, by
 * `<kind> <id> <metric>`; an import must have the same numbers there.
 */
export type FoundNumbers = Map<string, number>;

// biome-ignore lint/suspicious/noExplicitAny: documents of any shape; what is not there is skipped
type Any = any;

/** The numbers of documents as a second reader finds them. */
export function secondReading({ format, documents }: ImportDocuments): FoundNumbers {
  const found: FoundNumbers = new Map();
  try {
    readers[format](documents, (kind, id, metric, value) => {
      if (typeof value === 'number' && Number.isFinite(value)) found.set(`${kind} ${id} ${metric}`, value);
    });
  } catch {
    // A damaged document: the entries found so far must still be there.
  }
  return found;
}

type Put = (kind: 'qubit' | 'coupling', id: string, metric: string, value: unknown) => void;

const positive = (value: unknown): value is number => typeof value === 'number' && value > 0;
const first = (value: Any): Any => (Array.isArray(value) ? value[0] : value);

function coherence(qid: string, t1: unknown, t2: unknown, put: Put): void {
  if (positive(t1)) put('qubit', qid, 't1', t1 / 1000);
  if (positive(t2)) put('qubit', qid, 't2_star', t2 / 1000);
}

function calibratedQubit(qid: string, qubit: Any, put: Put): void {
  coherence(qid, first(qubit.t1 ?? qubit.coherence?.t1), first(qubit.t2 ?? qubit.coherence?.t2), put);
  if (positive(qubit.qubit?.frequency_01)) put('qubit', qid, 'qubit_frequency', qubit.qubit.frequency_01 / 1e9);
  if (positive(first(qubit.rb_fidelity))) put('qubit', qid, 'average_gate_fidelity', first(qubit.rb_fidelity));
}

const unitsOfQubex: Record<string, string> = {
  ...{ t1: 'us', t2_echo: 'us', qubit_frequency: 'GHz', readout_frequency: 'GHz' },
};

function qubexParameter(parameter: string, values: Any, put: Put): void {
  for (const [label, value] of Object.entries(values ?? {})) {
    const number = /^Q?(\d+)$/.exec(label)?.[1];
    if (number !== undefined && positive(value)) put('qubit', String(Number(number)), parameter, value);
  }
}

const readers: Record<ImportDocuments['format'], (documents: Any, put: Put) => void> = {
  ibm({ props }, put) {
    props.qubits.forEach((parameters: Any[], index: number) => {
      const of = (name: string, unit: string) => {
        const parameter = parameters.find((one) => one.name === name);
        return parameter && String(parameter.unit).replace('µ', 'u') === unit ? parameter.value : undefined;
      };
      const isOff = of('operational', '') === 0;
      if (positive(of('T1', 'us'))) put('qubit', String(index), 't1', of('T1', 'us'));
      if (positive(of('T2', 'us'))) put('qubit', String(index), 't2_echo', of('T2', 'us'));
      if (positive(of('frequency', 'GHz'))) put('qubit', String(index), 'qubit_frequency', of('frequency', 'GHz'));
      const error = of('readout_error', '');
      if (error >= 0 && error < 1 && !isOff) put('qubit', String(index), 'average_readout_fidelity', 1 - error);
    });
    for (const { gate, qubits, parameters } of props.gates) {
      const error = parameters.find((one: Any) => one.name === 'gate_error')?.value;
      if (!(error >= 0 && error < 1) || parameters.some((one: Any) => one.name === 'operational')) continue;
      if (gate === 'ecr') put('coupling', qubits.join('-'), 'ecr_gate_fidelity', 1 - error);
      if (gate === 'sx') put('qubit', String(qubits[0]), 'x90_gate_fidelity', 1 - error);
    }
  },

  google({ calibration }, put) {
    const { metrics } = calibration.metrics.metrics ? calibration.metrics : calibration;
    for (const { name, targets, values } of metrics) {
      const value = values[0].doubleVal;
      const id = targets.map((target: string) => target.replace(/^q/, '')).join('-');
      if (name === 'single_qubit_idle_t1_micros' && value > 0) put('qubit', id, 't1', value);
      if (name === 'single_qubit_p00_error' && value < 1) put('qubit', id, 'readout_fidelity_0', 1 - value);
      if (name === 'single_qubit_p11_error' && value < 1) put('qubit', id, 'readout_fidelity_1', 1 - value);
    }
  },

  qibolab({ calibrations }, put) {
    const byTime = [...calibrations].sort(
      (a: Any, b: Any) => Date.parse(a.calibrated_at) - Date.parse(b.calibrated_at),
    );
    for (const { calibration, runcard, parameters } of byTime) {
      for (const [qid, qubit] of Object.entries<Any>(calibration?.single_qubits ?? {}))
        calibratedQubit(qid, qubit, put);
      for (const [qid, qubit] of Object.entries<Any>(runcard?.characterization?.single_qubit ?? {})) {
        if (!/^c\d+$/.test(qid)) coherence(qid, first(qubit.T1), first(qubit.T2), put);
      }
      for (const [qid, gates] of Object.entries<Any>(parameters?.native_gates?.single_qubit ?? {})) {
        if (gates.RX?.length === 1) put('qubit', qid, 'x180_gate_time', gates.RX[0][1].duration);
      }
    }
  },

  quam({ state }, put) {
    for (const [qid, qubit] of Object.entries<Any>(state.qubits)) {
      if (positive(qubit.T1)) put('qubit', qid, 't1', qubit.T1 * 1e6);
      if (positive(qubit.T2echo)) put('qubit', qid, 't2_echo', qubit.T2echo * 1e6);
      if (positive(qubit.f_01)) put('qubit', qid, 'qubit_frequency', qubit.f_01 / 1e9);
    }
  },

  qubex({ files, chip }, put) {
    for (const { name, document } of files) {
      const key = name.replace(/^.*\//, '').replace(/\.ya?ml$/, '');
      const parameters: Record<string, Any> = document?.data ? { [key]: document.data } : (document?.[chip] ?? {});
      for (const [parameter, values] of Object.entries(parameters)) {
        const unit = document?.meta?.unit ?? (parameter.endsWith('frequency') ? 'GHz' : undefined);
        if (unit !== undefined && unitsOfQubex[parameter] === unit) qubexParameter(parameter, values, put);
      }
    }
  },

  oqtopus({ device }, put) {
    const unknown = (value: unknown) => [0.25, 0.75, 100, 20].includes(value as number);
    for (const { physical_id, fidelity, meas_error, qubit_lifetime } of device.qubits) {
      const id = String(physical_id);
      if (positive(fidelity) && !unknown(fidelity)) put('qubit', id, 'x90_gate_fidelity', fidelity);
      if (positive(qubit_lifetime?.t1) && !unknown(qubit_lifetime.t1)) put('qubit', id, 't1', qubit_lifetime.t1);
      const error = meas_error?.prob_meas1_prep0;
      if (error >= 0 && error < 1 && !unknown(error)) put('qubit', id, 'readout_fidelity_0', 1 - error);
    }
  },

  fiducial({ chip }, put) {
    for (const [kind, targets] of [
      ['qubit', chip.qubits],
      ['coupling', chip.couplings],
    ] as const) {
      for (const [id, { values = {} }] of Object.entries<Any>(targets ?? {})) {
        for (const [metric, { value }] of Object.entries<Any>(values)) put(kind, id, metric, value);
      }
    }
  },
};
