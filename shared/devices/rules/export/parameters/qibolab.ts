import type { LatticeKind } from '../../../../chips/rules/target-kinds.ts';
import { describeMetric } from '../../../../values/rules/catalogue.ts';
import { conversionFactor } from '../../../../values/rules/units/conversion.ts';
import { valueAt } from '../../import/fields.ts';
import { pairFields, qubitFields } from '../../import/qibolab/fields.ts';
import { readFitted } from '../../import/readings.ts';
import type { ExportedChip, ExportedTarget } from '../chip-document.ts';
import { byDirection } from './directions.ts';
import { fieldNumber, fieldsOfToday, inverseOf, leaveElements, leaveRest, newestOf, reasons, setAt } from './fields.ts';
import { type ExportedParameters, LeftOutFields } from './left-out.ts';

/** Fields that are a measure: a number and the error of its fit. */
const hasError = (path: readonly string[]): boolean => path.length === 1;

/** The `calibration.json` of a qibolab platform: everything that its import takes over (rules EXPORT-7 and IMPORT-9). */
export function qibolabCalibration(chip: ExportedChip): ExportedParameters {
  const leftOut = new LeftOutFields();
  const measured: string[] = [];
  const entriesOf = (kind: LatticeKind, targets: readonly ExportedTarget[]) =>
    Object.fromEntries(targets.map((target) => [target.id, entryOf(kind, target, leftOut, measured)]));
  const single_qubits = entriesOf('qubit', chip.qubits);
  const qids = new Set(Object.keys(single_qubits));
  const two_qubits = entriesOf(
    'coupling',
    chip.couplings.flatMap((coupling) => byDirection(coupling, qids)),
  );
  if (chip.topology.directed)
    for (const { id } of chip.couplings) leftOut.add('coupling', id, 'direction', 'a pair of the format has none');
  leaveElements(leftOut, chip.elements);
  return { document: { single_qubits, two_qubits }, measuredAt: newestOf(measured), leftOut: leftOut.list };
}

function entryOf(kind: LatticeKind, target: ExportedTarget, leftOut: LeftOutFields, measured: string[]) {
  const entry: Record<string, unknown> = {};
  const carried = new Set<string>();
  for (const field of fieldsOfToday(kind === 'qubit' ? qubitFields : pairFields)) {
    const value = target.values[field.key];
    if (!value) continue;
    carried.add(field.key);
    const number = fieldNumber(kind, field, value);
    if (!number) leftOut.add(kind, target.id, field.key, reasons.number);
    else {
      measured.push(value.calibratedAt);
      setAt(entry, field.path, hasError(field.path) ? [number.value, number.error ?? null] : number.value);
      if (number.error !== undefined && !hasError(field.path))
        leftOut.add(kind, target.id, `${field.key} error`, reasons.error);
    }
  }
  if (kind === 'qubit') {
    const paths = { first: ['qubit', 'frequency_01'], second: ['qubit', 'frequency_12'] };
    addSecondTransition(target, entry, paths, { carried, leftOut, measured });
  }
  leaveRest(leftOut, kind, target, carried);
  return entry;
}

/** The anharmonicity as the frequency of the second transition, where the first one is known. */
export function addSecondTransition(
  { id, values }: ExportedTarget,
  entry: Record<string, unknown>,
  paths: { first: readonly string[]; second: readonly string[] },
  { carried, leftOut, measured }: { carried: Set<string>; leftOut: LeftOutFields; measured: string[] },
): void {
  const { anharmonicity } = values;
  const first = valueAt(entry, paths.first);
  const hertz = anharmonicity && conversionFactor(anharmonicity.unit, 'Hz');
  if (!anharmonicity || typeof first !== 'number' || hertz === undefined) return;
  carried.add('anharmonicity');
  const metric = describeMetric('anharmonicity', 'qubit');
  const second = inverseOf(anharmonicity.value, first + anharmonicity.value * hertz, (found) => {
    const reading = readFitted(metric, { value: found - first, unit: 'Hz' }, 'nonZero', '');
    return reading.kind === 'value' ? reading.value : undefined;
  });
  measured.push(anharmonicity.calibratedAt);
  setAt(entry, paths.second, second);
  if (anharmonicity.error !== undefined) leftOut.add('qubit', id, 'anharmonicity error', reasons.error);
}
