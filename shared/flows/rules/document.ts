import type { StageTask } from '../../runs/rules/plan.ts';
import type { SourcePosition } from './problems.ts';

/** A managed flow as it was read from YAML: everything checked that can be checked without a chip (docs/flows.md). */
export interface FlowDocument {
  backend: string;
  /** Seed of the simulator; undefined: the chip's own. */
  seed: number | undefined;
  /** Seconds that the simulator takes over each batch. */
  paceSeconds: number | undefined;
  /** Run parameters of every task that knows them. */
  parameters: TaskParameters;
  stages: FlowStage[];
}

/** Run parameters by name. */
export type TaskParameters = Record<string, unknown>;

export interface FlowStage {
  name: string;
  place: SourcePosition;
  path: string;
  /** Tasks in order, each with the parameters that it is given itself. */
  tasks: StageTask[];
  /** Run parameters of every task of the stage that knows them. */
  parameters: TaskParameters;
  /** The stage's own targets, else the document's, else undefined: the whole chip. */
  targets: TargetChoice | undefined;
  onFailure: 'continue' | 'stop';
}

/** A name with its place in the source. */
export interface Named {
  text: string;
  place: SourcePosition | null;
  path: string;
}

/** Which targets a stage has; what is undefined follows from the rest (docs/flows.md). */
export interface TargetChoice {
  qubits: 'all' | Named[] | undefined;
  muxes: 'all' | Named[] | undefined;
  couplings: 'all' | Named[] | undefined;
  /** Qubits and couplings that are left out, whatever else names them. */
  exclude: Named[];
}
