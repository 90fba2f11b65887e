import { parseInstant } from '../../calendar.ts';
import { compareQids, couplingId, reverseCouplingId, splitCouplingId } from '../../coupling-id.ts';
import { chipDocumentFormat, chipDocumentVersion } from '../../export/chip-document.ts';
import { describeMetric } from '../../metrics/catalogue.ts';
import { fitManualValue } from '../../metrics/manual-value.ts';
import { normalizeUnit } from '../../metrics/units/unit.ts';
import { yamlBounds } from '../../yaml/bounds.ts';
import { plainYaml } from '../../yaml/plain-yaml.ts';
import { canNameMetric } from '../metric-name.ts';
import { newestOf } from '../newest.ts';
import type { ImportedTarget, ImportedValue, ImportResult } from '../plan.ts';
import { kindOf, Problems, readObject, readText } from '../problems.ts';
import { count, Tally } from '../tally.ts';
import { readTopology } from './topology.ts';

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
  if (!document || name === undefined || !topology) return { ok: false, problems: problems.list };
  const notUsable = new Tally();
  const qids = Object.keys(topology.qubits).sort(compareQids);
  const reader = { problems, notUsable, qids: new Set(qids) };
  const couplings = topology.couplings.map(([a, b]) => couplingId(a, b, topology.directed));
  const targets = [
    ...readTargets(reader, 'qubit', document.qubits, qids),
    ...readTargets(reader, 'coupling', document.couplings ?? {}, couplings),
  ];
  if (problems.list.length > 0) return { ok: false, problems: problems.list };
  const missing = notUsable.entries().reduce((sum, [, number]) => sum + number, 0);
  return {
    ok: true,
    plan: {
      format: 'fiducial',
      deviceName: name,
      topology,
      targets,
      faulty: targets.reduce((sum, { faulty }) => sum + Object.keys(faulty).length, 0),
      missing,
      warnings: notUsable
        .entries()
        .map(([what, number]) => `${what}: ${count(number, 'value')} left out and counted as missing`),
      newestAt: newestOf(targets),
    },
  };
}

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
  problems: Problems;
  /** Values that their quantities cannot have. */
  notUsable: Tally;
  /** Of the topology. */
  qids: ReadonlySet<string>;
}

/** Every target of the topology, with what the document has of it; couplings beyond the topology come after those. */
function readTargets(reader: Reader, kind: ImportedTarget['kind'], given: unknown, order: readonly string[]) {
  const { problems, qids } = reader;
  const known = new Set(order);
  const path = `chip.${kind}s`;
  const entries = readObject(given, path, problems);
  if (!entries) return [];
  const named = new Map(Object.keys(entries).map((id) => [known.has(id) ? id : knownReverse(id, known), id]));
  const others = [...named.keys()].filter((id) => !known.has(id)).sort();
  for (const id of others)
    if (kind === 'qubit' || splitCouplingId(id, qids).length === 0)
      problems.add(path, `'${id.slice(0, 130)}' is no ${kind} of the topology`);
  return [...order, ...others].map((id): ImportedTarget => {
    const name = named.get(id);
    const entry = name === undefined ? undefined : readObject(entries[name], `${path}.${name}`, problems);
    return { kind, id, ...readTarget(reader, kind, entry, `${path}.${name}`) };
  });
}

/** The id under which the topology has a coupling, where that is the reversed one. */
function knownReverse(id: string, known: ReadonlySet<string>): string {
  const reversed = reverseCouplingId(id);
  return reversed !== undefined && known.has(reversed) ? reversed : id;
}

function readTarget(
  reader: Reader,
  kind: ImportedTarget['kind'],
  entry: Record<string, unknown> | undefined,
  path: string,
): Pick<ImportedTarget, 'values' | 'faulty'> {
  const { problems } = reader;
  const found: Pick<ImportedTarget, 'values' | 'faulty'> = { values: {}, faulty: {} };
  if (!entry) return found;
  const metricsOf = (field: 'values' | 'faulty') =>
    Object.entries(readObject(entry[field] ?? {}, `${path}.${field}`, problems) ?? {}).flatMap(([metric, value]) => {
      if (canNameMetric(metric)) return [[metric, value] as const];
      problems.add(`${path}.${field}`, `'${metric.slice(0, 80)}' cannot be the key of a metric`);
      return [];
    });
  for (const [metric, value] of metricsOf('values')) {
    const read = readValue(reader, kind, metric, value, `${path}.values.${metric}`);
    if (read) found.values[metric] = read;
  }
  for (const [metric, at] of metricsOf('faulty')) {
    const instant = readInstant(at, `${path}.faulty.${metric}`, problems);
    if (instant !== undefined && !found.values[metric]) found.faulty[metric] = instant;
  }
  return found;
}

/** A value with its instant; one that its quantity cannot have is left out and counted (rule IMPORT-2). */
function readValue(
  { problems, notUsable }: Reader,
  kind: ImportedTarget['kind'],
  metric: string,
  given: unknown,
  path: string,
): ImportedValue | undefined {
  const entry = readObject(given, path, problems);
  if (!entry) return undefined;
  const { value, error = null, unit = '', source } = entry;
  const calibratedAt = readInstant(entry.calibrated_at, `${path}.calibrated_at`, problems);
  if (typeof value !== 'number') return problems.add(`${path}.value`, `must be a number, not ${kindOf(value)}`);
  if (error !== null && (typeof error !== 'number' || error < 0))
    return problems.add(`${path}.error`, 'must be a number from 0, or null');
  if (typeof unit !== 'string' || unit.length > 32)
    return problems.add(`${path}.unit`, 'must be a text of at most 32 characters');
  if (calibratedAt === undefined) return undefined;
  const stored = normalizeUnit(unit);
  const fitted = fitManualValue(
    describeMetric(metric, kind),
    { value, error: error ?? undefined, unit: stored },
    stored,
  );
  if ('problem' in fitted) {
    notUsable.add(`${metric} of a ${kind}: ${fitted.problem}`);
    return undefined;
  }
  return {
    value: fitted.value,
    unit: fitted.unit,
    calibratedAt,
    ...(fitted.error === undefined ? {} : { error: fitted.error }),
    ...(source === 'simulator' ? { source } : {}),
  };
}

function readInstant(value: unknown, path: string, problems: Problems): string | undefined {
  const instant = typeof value === 'string' ? parseInstant(value) : undefined;
  return instant ?? problems.add(path, 'must be an ISO 8601 date and time');
}
