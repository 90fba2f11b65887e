import type { ElementKind } from '../../../chips/rules/target-kinds.ts';
import type { Topology } from '../../../chips/rules/topology/types.ts';
import type { FreshnessLimits } from '../../../statistics/rules/freshness.ts';
import type { ValueSource } from '../../../values/rules/roll-up.ts';
import { type Technology, usualTechnology } from '../../../values/rules/technology.ts';

/** What a chip's document calls itself, and in which version. */
export const chipDocumentFormat = 'fiducial-chip';
export const chipDocumentVersion = 1;

/** A current value with the cool-down in which it was measured. */
export interface ExportedValue {
  value: number;
  unit: string;
  error?: number | undefined;
  calibratedAt: string;
  source: ValueSource;
  cooldownId?: string | undefined;
  executionId?: string | undefined;
  taskId?: string | undefined;
}

/** A qubit or coupling with its current values, and its faulty marks with their times. */
export interface ExportedTarget {
  id: string;
  status: string;
  values: Record<string, ExportedValue>;
  faulty: Record<string, string>;
  /** The metrics of which a newer value is held (rule GATE-3); unknown for an instant of the past. */
  held?: readonly string[] | undefined;
}

/** A chip, as much of it as goes into a file. */
export interface ExportedChip {
  chipId: string;
  size: number;
  activityStatus: string;
  /** Absent: transmons. */
  technology?: Technology | undefined;
  installedAt?: string | undefined;
  cooldownId?: string | undefined;
  lastCalibratedAt?: string | undefined;
  /** How long its values are fresh; the defaults of the metrics if absent. */
  freshness?: FreshnessLimits | undefined;
  topology: Topology;
  /** The qids of each readout line. */
  readoutLines: string[][];
  /** In their orders. */
  qubits: ExportedTarget[];
  couplings: ExportedTarget[];
  /** By kind; absent in a chip without any. */
  elements?: Partial<Record<ElementKind, ExportedTarget[]>>;
}

/** When a chip was read, and as of which instant, if one was requested. */
export interface ExportedAt {
  exportedAt: string;
  asOf: string | undefined;
}

/** A chip as a document of its own format, which `importFiducial` reads (rule EXPORT-1). */
export function chipDocument(chip: ExportedChip, { exportedAt, asOf }: ExportedAt) {
  return {
    format: chipDocumentFormat,
    version: chipDocumentVersion,
    exported_at: exportedAt,
    as_of: asOf ?? null,
    chip: {
      id: chip.chipId,
      size: chip.size,
      activity_status: chip.activityStatus,
      technology: chip.technology ?? usualTechnology,
      installed_at: chip.installedAt ?? null,
      cooldown_id: chip.cooldownId ?? null,
      last_calibrated_at: chip.lastCalibratedAt ?? null,
      readout_lines: chip.readoutLines,
    },
    topology: topologyOf(chip.topology),
    qubits: targetsOf(chip.qubits),
    couplings: targetsOf(chip.couplings),
    ...Object.fromEntries(
      Object.entries(chip.elements ?? {}).map(([kind, elements]) => [`${kind}s`, targetsOf(elements)]),
    ),
  };
}

const topologyOf = (topology: Topology) => ({
  id: topology.topologyId,
  name: topology.name,
  description: topology.description,
  layout_type: topology.layoutType,
  mux_size: topology.muxSize,
  direction_convention: topology.directionConvention,
  directed: topology.directed,
  qubits: topology.qubits,
  couplings: topology.couplings,
  ...(topology.readoutLines ? { readout_lines: topology.readoutLines } : {}),
});

const targetsOf = (targets: readonly ExportedTarget[]) =>
  Object.fromEntries(
    targets.map(({ id, status, values, faulty }) => [
      id,
      {
        status,
        values: Object.fromEntries(sorted(values).map(([metric, value]) => [metric, wireValue(value)])),
        faulty,
      },
    ]),
  );

const sorted = <T>(byName: Record<string, T>): [string, T][] =>
  Object.entries(byName).sort(([a], [b]) => (a < b ? -1 : 1));

const wireValue = (value: ExportedValue) => ({
  value: value.value,
  unit: value.unit,
  error: value.error ?? null,
  calibrated_at: value.calibratedAt,
  source: value.source,
  cooldown_id: value.cooldownId ?? null,
  execution_id: value.executionId ?? null,
  task_id: value.taskId ?? null,
});
