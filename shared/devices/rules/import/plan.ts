import type { TargetKind } from '../../../chips/rules/target-kinds.ts';
import type { Topology } from '../../../chips/rules/topology/types.ts';
import type { Technology } from '../../../values/rules/technology.ts';
import type { LeftOutEntries } from './left-out.ts';

/** One value of an imported document: number and unit as found, the time of its measurement as `parseInstant` writes it. */
export type ImportedValue = {
  value: number;
  unit: string;
  calibratedAt: string;
  error?: number;
  /** Details of the value, such as the qubits that it belongs to. */
  description?: string;
  /** The document says that a simulator gave it; absent for every other value. */
  source?: 'simulator';
};

/** What a dated document said before the one that came last; `value` is null for a faulty mark. */
export type ImportedBefore = Omit<ImportedValue, 'value' | 'calibratedAt'> & {
  metric: string;
  value: number | null;
  at: string;
};

/**
 * What documents say of one target: its newest values, the time at which each broken metric was found so, and,
 * of a history, what was before those, oldest first.
 */
export type ImportedTarget = {
  kind: TargetKind;
  id: string;
  values: Record<string, ImportedValue>;
  faulty: Record<string, string>;
  before?: ImportedBefore[];
};

/** Everything an import will write, before anything is written: the same for every format. */
export type ImportPlan = {
  format: string;
  deviceName: string;
  topology: Topology;
  /** The readout lines of the chip itself, where the document has them. */
  readoutLines?: string[][];
  /** Absent: the documents do not say it. */
  technology?: Technology;
  /** Qubits, couplings, then elements, each in the order of their ids. */
  targets: ImportedTarget[];
  /** Number of (target, metric) pairs marked faulty. */
  faulty: number;
  /** Number of (target, metric) pairs without a usable value though the document names the metric for that kind. */
  missing: number;
  /** Short sentences for a person. */
  warnings: string[];
  /** Entries of the documents that are taken over, as values or as faulty marks. */
  read: number;
  /** Entries that are not taken over, by kind. */
  leftOut: LeftOutEntries[];
  /** Time of the youngest value or faulty mark, null without any. */
  newestAt: string | null;
  /**
   * Where the times of a plan come from. A value dated by its document may be older than the document: one that equals
   * the stored value to the last digit was copied and not measured again (rule IMPORT-7). Absent: each value has its
   * own time.
   */
  datedBy?: 'document';
  /** The documents say something of some qubits alone, so that a chip may have others. */
  partial?: true;
};

/** One problem of a document; `path` is its place, such as `props.qubits[12][0].value`. */
export type ImportProblem = { path: string; message: string };

/** The plan, or everything that keeps the document from being imported. */
export type ImportResult =
  /** `datePath` leads to the date of the newest values, where documents date their values together. */
  { ok: true; plan: ImportPlan; datePath?: string } | { ok: false; problems: ImportProblem[] };
