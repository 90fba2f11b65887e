import type { Topology } from '../topology/types.ts';

/** One value of an imported document: number and unit as found, the time of its measurement as `parseInstant` writes it. */
export type ImportedValue = { value: number; unit: string; calibratedAt: string };

/** What a document says of one qubit or coupling. `faulty` has the time at which each broken metric was found so. */
export type ImportedTarget = {
  kind: 'qubit' | 'coupling';
  id: string;
  values: Record<string, ImportedValue>;
  faulty: Record<string, string>;
};

/** Everything an import will write, before anything is written: the same for every format. */
export type ImportPlan = {
  format: string;
  deviceName: string;
  topology: Topology;
  /** Qubits, then couplings, each in the order of their ids. */
  targets: ImportedTarget[];
  /** Number of (target, metric) pairs marked faulty. */
  faulty: number;
  /** Number of (target, metric) pairs without a usable value though the document names the metric for that kind. */
  missing: number;
  /** Short sentences for a person. */
  warnings: string[];
  /** Time of the youngest value or faulty mark, null without any. */
  newestAt: string | null;
};

/** One thing wrong with a document; `path` leads to it, such as `props.qubits[12][0].value`. */
export type ImportProblem = { path: string; message: string };

/** The plan, or everything that keeps the document from being imported. */
export type ImportResult = { ok: true; plan: ImportPlan } | { ok: false; problems: ImportProblem[] };
