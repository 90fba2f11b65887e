import { STANDARD_SEQUENCES } from '#shared/runs/rules/sequences.ts';

/** The steps of a calibration pipeline (rule QDASH-32), in QDash's words. */
export const stepTypeNames = [
  'ConfigureAll',
  'BringUp',
  'OneQubitCheck',
  'OneQubitFineTune',
  'CustomOneQubit',
  'FilterByStatus',
  'FilterByMetric',
  'GenerateCRSchedule',
  'TwoQubitCalibration',
  'CustomTwoQubit',
] as const;

export type StepTypeName = (typeof stepTypeNames)[number];

/** What a type of step does, and what it needs of the steps before it. */
export interface StepType {
  /** A `transform` measures nothing. */
  kind: 'calibration' | 'transform';
  description: string;
  /** One of these must come from an earlier step; none is needed if it is empty. */
  requires: readonly string[];
  provides: readonly string[];
  /** On what its tasks run; null for a step without a choice of tasks. */
  taskScope: 'qubit' | 'coupling' | null;
  /** The tasks of a step that names none. */
  defaultTasks: readonly string[];
  /** Its name in the run, unless the step has a `step_name`. */
  name: string;
}

const oneQubit = ['one_qubit_check', 'one_qubit_fine_tune'];
const calibration = { kind: 'calibration', requires: [], provides: [], taskScope: null, defaultTasks: [] } as const;
const transform = { ...calibration, kind: 'transform' } as const;

export const stepTypes: Record<StepTypeName, StepType> = {
  ConfigureAll: {
    ...calibration,
    name: 'configure_all',
    description: 'Configures the control electronics once',
    provides: ['configure_all'],
  },
  BringUp: {
    ...calibration,
    name: 'bringup',
    description: 'Finds the resonators and qubits: spectroscopy and chevron',
    provides: ['bringup'],
    taskScope: 'qubit',
    defaultTasks: STANDARD_SEQUENCES.BRINGUP,
  },
  OneQubitCheck: {
    ...calibration,
    name: 'one_qubit_check',
    description: 'Coarse calibration and coherence of each qubit',
    provides: ['one_qubit_check', 'candidate_qids'],
    taskScope: 'qubit',
    defaultTasks: STANDARD_SEQUENCES.CHECK_1Q,
  },
  OneQubitFineTune: {
    ...calibration,
    name: 'one_qubit_fine_tune',
    description: 'Fine calibration and benchmarks of each qubit',
    provides: ['one_qubit_fine_tune', 'candidate_qids'],
    taskScope: 'qubit',
    defaultTasks: STANDARD_SEQUENCES.FULL_1Q_AFTER_CHECK,
  },
  CustomOneQubit: {
    ...calibration,
    name: 'custom_one_qubit',
    description: 'The named qubit tasks',
    provides: ['candidate_qids'],
    taskScope: 'qubit',
  },
  FilterByStatus: {
    ...transform,
    name: 'filter_by_status',
    description: 'Keeps the qubits whose tasks in the latest one-qubit step all completed',
    requires: oneQubit,
    provides: ['candidate_qids'],
  },
  FilterByMetric: {
    ...transform,
    name: 'filter_by_metric',
    description:
      'Keeps the qubits whose metric in the latest one-qubit step that measures it is at least the threshold',
    requires: oneQubit,
    provides: ['candidate_qids'],
  },
  GenerateCRSchedule: {
    ...transform,
    name: 'generate_cr_schedule',
    description: 'Plans which couplings are calibrated side by side',
    requires: ['candidate_qids'],
    provides: ['candidate_couplings'],
  },
  TwoQubitCalibration: {
    ...calibration,
    name: 'two_qubit_calibration',
    description: 'Full calibration of the couplings between the candidate qubits',
    requires: ['candidate_qids'],
    provides: ['two_qubit', 'candidate_couplings'],
    taskScope: 'coupling',
    defaultTasks: STANDARD_SEQUENCES.FULL_2Q,
  },
  CustomTwoQubit: {
    ...calibration,
    name: 'custom_two_qubit',
    description: 'The named coupling tasks on the couplings between the candidate qubits',
    requires: ['candidate_qids'],
    provides: ['candidate_couplings'],
    taskScope: 'coupling',
  },
};

/** What every pipeline begins with. */
export const initiallyProvided: readonly string[] = ['candidate_qids', 'candidate_couplings'];
