import type { RunParameter } from '../plan.ts';

/** Time between two shots: 150 blocks of 1,024 ns (docs/simulator.md#where-values-come-from). */
const INTERVAL_NS = 150 * 1024;
/** Shots of a calibration (QDash's `CALIBRATION_SHOTS`). */
const CALIBRATION_SHOTS = 2048;
/** Shots of a scan. QDash takes the number from a package outside its own source; this one is ours. */
const SCAN_SHOTS = 1024;

const parameter = (value: unknown, valueType: string, unit: string, description: string): RunParameter => ({
  value,
  valueType,
  unit,
  description,
});

/** A run parameter that is a real number. */
export const float = (value: number, unit: string, description: string) => parameter(value, 'float', unit, description);

/** A run parameter that is a whole number. */
export const int = (value: number, unit: string, description: string) => parameter(value, 'int', unit, description);

/** A run parameter that is a word. */
export const text = (value: string, description: string) => parameter(value, 'str', '', description);

/** A run parameter that is a list. */
export const list = (value: readonly unknown[], description: string) => parameter(value, 'list', '', description);

/** Points from `from`, in steps of `step`, before `to` (rule QDASH-16). */
export const steps = (from: number, to: number, step: number, unit: string, description: string) =>
  parameter([from, to, step], 'np.arange', unit, description);

/** `count` points from `from` to `to`, both included. */
export const points = (from: number, to: number, count: number, unit: string, description: string) =>
  parameter([from, to, count], 'np.linspace', unit, description);

/** `count` points from 10^`from` to 10^`to`, evenly spread on a logarithmic axis. */
export const decades = (from: number, to: number, count: number, unit: string, description: string) =>
  parameter([from, to, count], 'np.logspace', unit, description);

const interval = int(INTERVAL_NS, 'ns', 'Time between two shots');

/** Shots and interval of a scan. */
export const scan = { shots: int(SCAN_SHOTS, '', 'Repetitions of each point'), interval };

/** Shots and interval of a calibration. */
export const calibration = { shots: int(CALIBRATION_SHOTS, '', 'Repetitions of each point'), interval };

/** Parameters of every task of the simulator, in addition to its own. */
export const simulatorParameters: Readonly<Record<string, RunParameter>> = {
  failure_rate: float(0.01, '', 'Probability that a task on a sound target fails'),
  bad_target_rate: float(0.03, '', 'Share of the targets that are defective, the same ones for a seed'),
  ageing_per_day: float(0, '', 'What T1 loses in a day, and readout errors gain: 0.1 is a tenth'),
};
