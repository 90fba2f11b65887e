import type { LatticeKind } from '../../chips/rules/target-kinds.ts';
import { couplingMetrics } from './coupling-metrics.ts';
import { splitDirection } from './gate-keys.ts';
import { duration, fidelity, frequency, plain } from './kinds.ts';
import { qubitMetrics } from './qubit-metrics.ts';
import type { MetricDefinition, MetricTarget } from './types.ts';
import { conversionFactor } from './units/conversion.ts';

/** Every metric that is known by name: those of QDash's catalogue first (rule QDASH-8), qubits before couplings. */
export const metricCatalogue: readonly MetricDefinition[] = [...qubitMetrics, ...couplingMetrics];

/** Metrics whose distributions share one chart. */
export type CdfGroup = { id: string; title: string; unit: string; metrics: string[] };

/** The groups of distribution charts by target (rule QDASH-8). */
export const cdfGroups: Record<LatticeKind, CdfGroup[]> = {
  qubit: [
    {
      id: 'resonator_frequency',
      title: 'Resonator frequency',
      unit: 'GHz',
      metrics: ['resonator_frequency'],
    },
    { id: 'qubit_frequency', title: 'Qubit frequency', unit: 'GHz', metrics: ['qubit_frequency'] },
    {
      id: 'coherence',
      title: 'Coherence times',
      unit: 'μs',
      metrics: ['t1', 't1_average', 't2_echo', 't2_echo_average', 't2_star'],
    },
    {
      id: 'fidelity',
      title: 'Gate fidelity',
      unit: '%',
      metrics: ['average_gate_fidelity', 'x90_gate_fidelity', 'x180_gate_fidelity', 'one_qubit_gate_coherence_limit'],
    },
    { id: 'readout', title: 'Readout fidelity', unit: '%', metrics: ['average_readout_fidelity'] },
  ],
  coupling: [
    {
      id: 'coupling_fidelity',
      title: 'Coupling fidelity',
      unit: '%',
      metrics: ['zx90_gate_fidelity', 'bell_state_fidelity'],
    },
  ],
};

const byKey: Partial<Record<MetricTarget, ReadonlyMap<string, MetricDefinition>>> = {
  qubit: new Map(qubitMetrics.map((metric) => [metric.key, metric])),
  coupling: new Map(couplingMetrics.map((metric) => [metric.key, metric])),
};

/**
 * The definition of any metric key on a target. A key of the catalogue answers its entry; another one is described by
 * how its name ends (`_fidelity`, `_gate_time`, `_length`, `_frequency`), else as a plain number. `unitFound` is the
 * unit its values carry: one that differs from the stored unit of the entry by a power of ten is scaled to the same
 * screen unit, with the threshold in the unit found; one of another kind is shown as found, without a threshold.
 */
export function describeMetric(key: string, target: MetricTarget, unitFound?: string): MetricDefinition {
  const known = knownMetric(key, target);
  if (unitFound === undefined || unitFound === known.storedUnit) return known;
  const factor = conversionFactor(unitFound, known.storedUnit);
  return factor === undefined ? inFoundUnit(known, unitFound) : inUnit(known, unitFound, factor);
}

/** Ends the title of a number of the inverse direction. */
export const INVERSE_TITLE = ', inverse';

function knownMetric(key: string, target: MetricTarget): MetricDefinition {
  const { base, isInverse } = splitDirection(key);
  if (target !== 'coupling' || !isInverse) return byKey[target]?.get(key) ?? guess(key, target);
  const metric = knownMetric(base, target);
  const description = `${metric.description}, control and target exchanged`;
  return { ...metric, key, title: `${metric.title}${INVERSE_TITLE}`, description };
}

function guess(key: string, target: MetricTarget): MetricDefinition {
  const details = { key, title: titleOf(key), description: `Kept as '${key}'` };
  if (/(^|_)fidelity(_|$)/.test(key)) return fidelity(target, details);
  if (/(^|_)(gate_time|length|duration)$/.test(key)) return duration(target, details);
  // What a pulse drives or a detuning leaves is megahertz, a transition gigahertz.
  if (/(^|_)(rabi|ramsey|detuning)(_frequency)?$/.test(key))
    return frequency(target, { ...details, unit: 'MHz', scale: 1000 });
  if (/(^|_)frequency$/.test(key)) return frequency(target, details);
  return plain(target, details);
}

/** Names of gates, people and abbreviations as their field spells them. */
const spelled = new Map(
  'T1 T2 X90 X180 ZX90 CZ CR CX ZZ Rabi Ramsey Bell RB DRAG IQ SNR'
    .split(' ')
    .map((name) => [name.toLowerCase(), name]),
);

/** A key as a title, in sentence case. */
function titleOf(key: string): string {
  const words = key.replaceAll('_', ' ').trim().split(/\s+/);
  const written = words.map((word) => {
    const lower = word.toLowerCase();
    return spelled.get(lower) ?? (/^[A-Z][a-z]+$/.test(word) ? lower : word);
  });
  const title = written.join(' ');
  return title === '' ? key : title.charAt(0).toUpperCase() + title.slice(1);
}

function inFoundUnit(known: MetricDefinition, unit: string): MetricDefinition {
  const { key, title, target, description, mode, freshness, freshForSeconds } = known;
  return plain(target, { key, title, description, mode, freshness, freshForSeconds, unit, storedUnit: unit });
}

/** `factor` turns a value in `unit` into the stored unit of `known`. */
function inUnit(known: MetricDefinition, unit: string, factor: number): MetricDefinition {
  const { threshold } = known;
  return {
    ...known,
    storedUnit: unit,
    scale: known.scale * factor,
    threshold: threshold && {
      value: threshold.value / factor,
      range: {
        min: threshold.range.min / factor,
        max: threshold.range.max / factor,
        step: threshold.range.step / factor,
      },
    },
  };
}
