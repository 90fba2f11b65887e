import { splitCouplingId, undirectedCouplingId } from '../../../../chips/rules/coupling-id.ts';
import { controlTargetPairs } from '../../../../chips/rules/topology/direction.ts';
import { inverseMetric, isGateFidelity, namedGate, splitDirection } from '../../../../values/rules/gate-keys.ts';
import { gateTimeOf, isDirectedMetric } from '../../../../values/rules/gates.ts';
import type { Field } from '../../import/fields.ts';
import type { ExportedTarget } from '../chip-document.ts';
import { newestOf } from '../parameters/fields.ts';
import type { CompilerFile } from './compiler-file.ts';
import type { HandOver } from './hand-over.ts';
import { TargetNumbers } from './numbers.ts';
import { qiskitProgram } from './qiskit-program.ts';
import { isUsable, usableChip } from './usable.ts';

/** Gates of pairs that the program finds in Qiskit; `zx90` is its `rzx` by 90 degrees. */
const PAIR_GATES = new Set(['ch', 'cp', 'csx', 'cx', 'cy', 'cz', 'ecr', 'iswap', 'rxx', 'ryy', 'rzz', 'swap', 'zx90']);

const gateOf = (fidelity: string): string => namedGate(splitDirection(fidelity).base) ?? '';
const isKnownGate = (fidelity: string): boolean => isGateFidelity(fidelity) && PAIR_GATES.has(gateOf(fidelity));

interface Parameter {
  date: string;
  name: string;
  unit: string;
  value: number;
}

interface Gate {
  gate: string;
  qubits: number[];
  parameters: Parameter[];
}

const field = (name: string, key: string, unit: string, rule: Field['rule']): Field => ({
  path: [name],
  key,
  unit,
  rule,
});

/**
 * Configuration and properties as IBM publishes them, and a program that makes a `Target` of Qiskit of them (rule EXPORT-13).
 * Its qubits are numbered from 0 in the order of the file.
 */
export function qiskitTarget(handed: HandOver): CompilerFile {
  const { chip, leftOut } = usableChip(handed, isKnownGate);
  const { metricOf } = handed;
  const measured: string[] = [];
  const gates: Gate[] = [];
  const readerOf = (kind: 'qubit' | 'coupling', target: ExportedTarget) => {
    const numbers = new TargetNumbers(kind, target, handed, leftOut);
    return {
      read: (wanted: Field, metric = wanted.key): Parameter[] => {
        const found = numbers.read(wanted, metric);
        if (!found) return [];
        const {
          path: [name = ''],
          unit,
        } = wanted;
        return [{ date: found.value.calibratedAt, name, unit, value: found.number }];
      },
      finish: () => {
        numbers.leaveRest();
        measured.push(...numbers.measured);
      },
    };
  };
  const qubits = chip.qubits.map((target, place) => {
    const { read, finish } = readerOf('qubit', target);
    const oneQubit = metricOf('one_qubit_gate');
    const addGate = (gate: string, fidelity: string, time: string) => {
      const parameters = [
        ...read(field('gate_error', fidelity, '', 'error'), fidelity),
        ...read(field('gate_length', time, 'ns', 'notNegative'), time),
      ];
      gates.push({ gate, qubits: [place], parameters });
    };
    addGate('sx', isUsable(target, 'x90_gate_fidelity') ? 'x90_gate_fidelity' : oneQubit, 'x90_gate_time');
    if (oneQubit !== 'x180_gate_fidelity' && isUsable(target, 'x180_gate_fidelity'))
      addGate('x', 'x180_gate_fidelity', 'x180_gate_time');
    const parameters = [
      ...read(field('T1', 't1', 'us', 'positive'), metricOf('relaxation')),
      ...read(field('T2', 't2_echo', 'us', 'positive'), metricOf('dephasing')),
      ...read(field('frequency', 'qubit_frequency', 'GHz', 'positive')),
      ...read(field('readout_error', 'average_readout_fidelity', '', 'error'), metricOf('readout')),
      ...read(field('readout_length', 'readout_length', 'ns', 'positive')),
    ];
    finish();
    return parameters;
  });
  const places = new Map(chip.qubits.map(({ id }, place) => [id, place]));
  const controls = new Map(controlTargetPairs(chip.topology).map((pair) => [undirectedCouplingId(...pair), pair]));
  for (const target of chip.couplings) {
    const [pair] = splitCouplingId(target.id, places);
    if (!pair) continue;
    const { read, finish } = readerOf('coupling', target);
    const byRule = controls.get(undirectedCouplingId(...pair)) ?? pair;
    const fidelities = Object.keys(target.values).filter((metric) => isKnownGate(metric) && isUsable(target, metric));
    for (const fidelity of fidelities.sort()) {
      const parameters = [
        ...read(field('gate_error', splitDirection(fidelity).base, '', 'error'), fidelity),
        ...read(
          field('gate_length', splitDirection(gateTimeOf(fidelity)).base, 'ns', 'notNegative'),
          gateTimeOf(fidelity),
        ),
      ];
      for (const order of ordersOf(fidelity, { pair, byRule, target, isDirected: chip.topology.directed }))
        gates.push({ gate: gateOf(fidelity), qubits: order.map((qid) => places.get(qid) ?? 0), parameters });
    }
    finish();
  }
  const measuredAt = newestOf(measured);
  const pairs = gates.filter((gate) => gate.qubits.length === 2).map((gate) => gate.qubits);
  const document = {
    configuration: {
      ...{ backend_name: chip.chipId, n_qubits: chip.qubits.length },
      basis_gates: [...new Set(['rz', ...gates.map(({ gate }) => gate)])],
      coupling_map: [...new Map(pairs.map((pair) => [pair.join(), pair])).values()],
      physical_qubits: chip.qubits.map(({ id }) => id),
    },
    properties: { backend_name: chip.chipId, last_update_date: measuredAt, qubits, gates, general: [] },
  };
  return {
    ...{ document, text: qiskitProgram(document), fileName: `${chip.chipId}_target.py`, measuredAt },
    leftOut: leftOut.list,
    qubits: chip.qubits.map(({ id }) => id),
    couplings: chip.couplings.map(({ id }) => id),
  };
}

/** The orders of a pair that a number of a gate is of: both for a gate without a control that has one number. */
function ordersOf(
  fidelity: string,
  of: {
    pair: readonly [string, string];
    byRule: readonly [string, string];
    target: ExportedTarget;
    isDirected: boolean;
  },
): (readonly [string, string])[] {
  const [a, b] = of.pair;
  if (splitDirection(fidelity).isInverse) return [[b, a]];
  if (Object.hasOwn(of.target.values, inverseMetric(fidelity))) return [[a, b]];
  if (isDirectedMetric(fidelity)) return [of.isDirected ? [a, b] : of.byRule];
  return [
    [a, b],
    [b, a],
  ];
}
