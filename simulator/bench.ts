import type { Fault } from './faults.ts';
import type { Figure } from './figures/figure.ts';
import { clamp } from './math/numbers.ts';
import type { Random } from './math/random.ts';
import type { Parameters } from './parameters.ts';
import type { PairTruth } from './truth/pair.ts';
import type { QubitTruth, Readout } from './truth/qubit.ts';

/** What every experiment works with. */
export interface Bench {
  random: Random;
  parameters: Parameters;
  /** Repetitions of each point. */
  shots: number;
  fault: Fault | undefined;
}

export interface QubitBench extends Bench {
  qubit: QubitTruth;
  /** Returns a drive setting of the qubit: the chip's value, else a nominal one. */
  setting(name: string, unit: string): number;
}

export interface PairBench extends Bench {
  pair: PairTruth;
  /** The same for the control qubit. */
  controlSetting(name: string, unit: string): number;
  targetSetting(name: string, unit: string): number;
}

/** A fitted value with its standard error. */
export interface Estimate {
  value: number;
  error: number;
}

/** The result of fitting readings. */
export interface Finding {
  /** Values by metric key: every output of the task, unless there is a problem. */
  outputs: Record<string, Estimate>;
  /** R² of the fit. The task fails below the accepted minimum. */
  r2?: number;
  /** Text for a person if there are no outputs. */
  summary?: string;
  /** Why it failed, as the end of a sentence that begins with the task's name. */
  problem?: string | undefined;
  figures: Figure[];
}

/** The result of an experiment. */
export interface Measurement extends Finding {
  /** Total shots, which determine the duration. */
  shotsTaken: number;
}

/** Lowest accepted R² of a fit (QDash's threshold of CheckRabi). */
export const MIN_R2 = 0.6;

/** Share of the readout signal that is left if nothing responds. */
const SILENT_CONTRAST = 0.02;

/** Distance between the readings of 0 and 1, relative to the ideal one. */
export const contrastOf = ({ fidelity0, fidelity1 }: Readout): number => fidelity0 + fidelity1 - 1;

/**
 * Measures a population with true value `p`, between 0 and 1. Readout errors pull it towards one half, shots add noise,
 * and a fault adds its own effect.
 */
export function population(bench: Bench, readout: Readout, p: number, shots = bench.shots): number {
  const contrast = contrastOf(readout) * (bench.fault?.kind === 'silent' ? SILENT_CONTRAST : 1);
  const seen = 0.5 + contrast * (p - 0.5);
  const counted = seen + Math.sqrt((seen * (1 - seen)) / shots) * bench.random.normal();
  return clamp(Math.round((counted + disturbance(bench)) * shots) / shots, 0, 1);
}

/** Measures an analogue signal of size 1 with true value `ideal` and the given noise. */
export function reading(bench: Bench, ideal: number, noise: number): number {
  const strength = bench.fault?.kind === 'silent' ? SILENT_CONTRAST : 1;
  return ideal * strength + noise * bench.random.normal() + 2 * disturbance(bench);
}

function disturbance({ fault, random }: Bench): number {
  return fault === undefined || fault.kind === 'silent' ? 0 : fault.strength * random.normal();
}

/** An estimate from a fit; `scale` turns it into the unit of the output. */
export const estimate = (fit: { values: number[]; errors: number[] }, index: number, scale = 1): Estimate => ({
  value: (fit.values[index] ?? Number.NaN) * scale,
  error: (fit.errors[index] ?? Number.NaN) * Math.abs(scale),
});
