import {
  compareQids,
  couplingId,
  qidsOfGate,
  reverseCouplingId,
  splitCouplingId,
} from '../../../../chips/rules/coupling-id.ts';
import { compareElements } from '../../../../chips/rules/element-order.ts';
import { ELEMENT_KINDS, type ElementKind } from '../../../../chips/rules/target-kinds.ts';
import { parseInstant } from '../../../../kernel/rules/calendar.ts';
import { yamlBounds } from '../../../../kernel/rules/yaml/bounds.ts';
import { plainYaml } from '../../../../kernel/rules/yaml/plain-yaml.ts';
import { describeMetric } from '../../../../values/rules/catalogue.ts';
import { fitNewValue } from '../../../../values/rules/manual-value.ts';
import { TECHNOLOGIES } from '../../../../values/rules/technology.ts';
import { normalizeUnit } from '../../../../values/rules/units/unit.ts';
import { chipDocumentFormat, chipDocumentVersion } from '../../export/chip-document.ts';
import type { EntryPath } from '../device-readings.ts';
import { newestOf } from '../device-readings.ts';
import { exchanged } from '../exchanged.ts';
import { LeftOut } from '../left-out.ts';
import { nameProblem } from '../metric-name.ts';
import type { ImportedTarget, ImportedValue, ImportResult } from '../plan.ts';
import { isObject, kindOf, Problems, readObject, readText } from '../problems.ts';
import { isStorable, reasonOfKind } from '../readings.ts';
import { readReadoutLines, readTopology } from './topology.ts';

/** A chip's document: the object itself, or its text as JSON or YAML. */
export interface FiducialDocuments {
  chip: unknown;
}

/** Plans the import of what this service has exported (rules EXPORT-1 and EXPORT-2). */
export function importFiducial(documents: FiducialDocuments): ImportResult {
  const problems = new Problems();
  const document = readDocument(documents.chip, problems);
  const chip = document && readObject(document.chip, 'chip.chip', problems);
  const name = chip && readText(chip.id, 'chip.chip.id', problems);
  const topology = document && readTopology(document.topology, problems);
  if (!document || !chip || name === undefined || !topology) return { ok: false, problems: problems.list };
  const known = new Set(Object.keys(topology.qubits));
  const readoutLines = readReadoutLines(chip.readout_lines, known, 'chip.chip', problems);
  if (problems.list.length > 0) return { ok: false, problems: problems.list };
  const technology = TECHNOLOGIES.find((one) => one === chip.technology);
  const leftOut = new LeftOut();
  if (chip.technology !== undefined && !technology) leftOut.add('chip.chip.technology', 'is not a known technology');
  const qids = Object.keys(topology.qubits).sort(compareQids);
  const reader: Reader = { leftOut, missing: 0, qids: new Set(qids) };
  const couplings = topology.couplings.map(([a, b]) => couplingId(a, b, topology.directed));
  const targets = [
    ...readTargets(reader, 'qubit', document.qubits, qids),
    ...readTargets(reader, 'coupling', document.couplings ?? {}, couplings),
    ...ELEMENT_KINDS.flatMap((kind) => readElements(reader, kind, document[`${kind}s`], qids.length)),
  ];
  leftOut.addUnread(document, topLevelFields, 'chip');
  leftOut.addUnread(chip, chipFields, 'chip.chip');
  if (isObject(document.topology)) leftOut.addUnread(document.topology, topologyFields, 'chip.topology');
  return {
    ok: true,
    plan: {
      format: 'fiducial',
      deviceName: name,
      topology,
      ...(readoutLines ? { readoutLines } : {}),
      ...(technology && { technology }),
      targets,
      faulty: targets.reduce((sum, { faulty }) => sum + Object.keys(faulty).length, 0),
      missing: reader.missing,
      warnings: [],
      read: targets.reduce((sum, { values, faulty }) => sum + Object.keys({ ...values, ...faulty }).length, 0),
      leftOut: leftOut.rows(),
      newestAt: newestOf(targets),
    },
  };
}

// Fields of an export, used or not: any other field is reported.
const topLevelFields = new Set([
  ...'format version exported_at as_of chip topology qubits couplings'.split(' '),
  ...ELEMENT_KINDS.map((kind) => `${kind}s`),
]);
const chipFields = new Set(
  'id size activity_status technology installed_at cooldown_id last_calibrated_at readout_lines'.split(' '),
);
const topologyFields = new Set(
  'id name description layout_type mux_size direction_convention directed qubits couplings readout_lines'.split(' '),
);
const valueFields = new Set('value unit error calibrated_at source cooldown_id execution_id task_id'.split(' '));

function readDocument(given: unknown, problems: Problems): Record<string, unknown> | undefined {
  const document = readObject(typeof given === 'string' ? readChipText(given, problems) : given, 'chip', problems);
  if (!document) return undefined;
  if (document.format !== chipDocumentFormat)
    return problems.add('chip.format', `must be '${chipDocumentFormat}', not ${shown(document.format)}`);
  if (document.version !== chipDocumentVersion)
    return problems.add('chip.version', `must be ${chipDocumentVersion}, not ${shown(document.version)}`);
  return document;
}

const shown = (value: unknown): string => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? `'${value.slice(0, 80)}'` : kindOf(value);
};

/** JSON is YAML as well. */
function readChipText(text: string, problems: Problems): unknown {
  const read = plainYaml(text, yamlBounds.chip);
  if ('value' in read) return read.value;
  problems.add('chip', `is neither YAML nor JSON: ${read.problem}`);
  return {};
}

interface Reader {
  leftOut: LeftOut;
  /** Values that their quantities cannot have. */
  missing: number;
  /** Of the topology. */
  qids: ReadonlySet<string>;
}

/** Every target of the topology, with what the document has of it; couplings beyond the topology come after those. */
function readTargets(reader: Reader, kind: ImportedTarget['kind'], given: unknown, order: readonly string[]) {
  const { leftOut, qids } = reader;
  const path = `chip.${kind}s`;
  if (!isObject(given)) leftOut.add(path, 'is not an object');
  const entries = isObject(given) ? given : {};
  const known = new Set(order);
  const named = new Map<string, string>();
  for (const name of Object.keys(entries)) {
    const id = known.has(name) ? name : knownReverse(name, known);
    const isTarget = known.has(id) || (kind === 'coupling' && splitCouplingId(id, qids).length > 0);
    if (isTarget) named.set(id, name);
    else leftOut.add(`${path}.${name.slice(0, 130)}`, `is not a ${kind} of the topology`, path);
  }
  const others = [...named.keys()].filter((id) => !known.has(id)).sort();
  return [...order, ...others].map((id): ImportedTarget => {
    const name = named.get(id);
    const place = { path: `${path}.${name}`, place: `${path}.*` };
    if (name === undefined) return { kind, id, values: {}, faulty: {} };
    const target = { kind, id, ...readTarget(reader, kind, entries[name], place) };
    return name === id ? target : exchanged(target);
  });
}

/** Elements that the topology can have, those with values. */
function readElements(reader: Reader, kind: ElementKind, given: unknown, size: number): ImportedTarget[] {
  if (given === undefined) return [];
  const { leftOut, qids } = reader;
  const path = `chip.${kind}s`;
  if (!isObject(given)) leftOut.add(path, 'is not an object');
  const isElement = (id: string) => {
    if (kind === 'gate') return qidsOfGate(id, qids) !== undefined;
    return kind === 'coupler' ? splitCouplingId(id, qids).length > 0 : /^[1-9]\d{0,3}$/.test(id) && Number(id) <= size;
  };
  return Object.entries(isObject(given) ? given : {})
    .flatMap(([id, entry]): ImportedTarget[] => {
      const at = { path: `${path}.${id.slice(0, 130)}`, place: `${path}.*` };
      if (isElement(id)) return [{ kind, id, ...readTarget(reader, kind, entry, at) }];
      leftOut.add(at.path, `is not a ${kind} of the topology`, path);
      return [];
    })
    .filter(({ values, faulty }) => Object.keys({ ...values, ...faulty }).length > 0)
    .sort(compareElements);
}

/** The id under which the topology has a coupling, if that is the reversed one. */
function knownReverse(id: string, known: ReadonlySet<string>): string {
  const reversed = reverseCouplingId(id);
  return reversed !== undefined && known.has(reversed) ? reversed : id;
}

type Found = Pick<ImportedTarget, 'values' | 'faulty'>;

function readTarget(reader: Reader, kind: ImportedTarget['kind'], entry: unknown, at: Required<EntryPath>): Found {
  const { leftOut } = reader;
  const found: Found = { values: {}, faulty: {} };
  if (!isObject(entry)) {
    leftOut.add(at.path, 'is not an object', at.place);
    return found;
  }
  const within = (from: Required<EntryPath>, name: string, place = name) => ({
    path: `${from.path}.${name.slice(0, 80)}`,
    place: `${from.place}.${place}`,
  });
  const metricsOf = (field: 'values' | 'faulty') => {
    const { [field]: given = {} } = entry;
    const from = within(at, field);
    if (!isObject(given)) leftOut.add(from.path, 'is not an object', from.place);
    return Object.entries(isObject(given) ? given : {}).flatMap(([metric, value]) => {
      const own = within(from, metric, '*');
      const problem = nameProblem(metric, kind);
      if (problem === undefined) return [{ metric, value, own }];
      leftOut.add(own.path, problem, own.place);
      return [];
    });
  };
  leftOut.addUnread(entry, targetFields, at.path, at.place);
  for (const { metric, value, own } of metricsOf('values')) {
    const read = readValue(kind, metric, value);
    if (!('reason' in read)) {
      found.values[metric] = read;
      leftOut.addUnread(value as Record<string, unknown>, valueFields, own.path, own.place);
    } else {
      leftOut.add(own.path, read.reason, own.place);
      if (read.isImpossible) reader.missing += 1;
    }
  }
  for (const { metric, value, own } of metricsOf('faulty')) {
    const instant = typeof value === 'string' ? parseInstant(value) : undefined;
    if (instant === undefined) leftOut.add(own.path, noInstant, own.place);
    else if (found.values[metric]) leftOut.add(own.path, 'has a value as well', own.place);
    else found.faulty[metric] = instant;
  }
  return found;
}

/** What an export says of a target. */
const targetFields = new Set(['status', 'values', 'faulty']);

const noInstant = 'is not an ISO 8601 date and time';

/** Why a value is left out; `isImpossible` where its quantity cannot have the number (rule IMPORT-2). */
interface Unread {
  reason: string;
  isImpossible?: true;
}

/** A value with its instant. */
function readValue(kind: ImportedTarget['kind'], metric: string, entry: unknown): ImportedValue | Unread {
  if (!isObject(entry)) return { reason: 'is not an object' };
  const { value, error = null, unit = '', source, calibrated_at } = entry;
  const calibratedAt = typeof calibrated_at === 'string' ? parseInstant(calibrated_at) : undefined;
  if (typeof value !== 'number') return { reason: 'has no number' };
  if (!isStorable(value)) return { reason: 'is out of range' };
  if (error !== null && (typeof error !== 'number' || error < 0))
    return { reason: 'has an error that is not a number from 0' };
  if (typeof unit !== 'string' || unit.length > 32) return { reason: 'has a unit that is not a short text' };
  if (calibratedAt === undefined) return { reason: 'has no ISO 8601 date and time' };
  const stored = normalizeUnit(unit);
  const fitted = fitNewValue(describeMetric(metric, kind), { value, error: error ?? undefined, unit: stored });
  if ('problem' in fitted) return { reason: reasonOfKind(fitted.problem), isImpossible: true };
  // As it was exported: the chip decides on the unit that its metric is kept in.
  return {
    value,
    unit: stored,
    calibratedAt,
    ...(error === null ? {} : { error }),
    ...(source === 'simulator' ? { source } : {}),
  };
}
