import { clamp } from '../math/numbers.ts';
import { coherenceLimit } from './coherence-limit.ts';
import type { QubitTruth } from './qubit.ts';
import { driftingRatio, normalTrait, type TraitSource, uniformTrait } from './traits.ts';
import { pickValue } from './values.ts';

/** State of a simulated coupling on one day. */
export interface PairTruth {
  control: QubitTruth;
  target: QubitTruth;
  /** Drive of the control, in units of the amplitude. */
  crAmplitude: number;
  crPhase: number;
  /** Rotation rate of ZX at full amplitude, in GHz. */
  zxRateGhz: number;
  /** Rotation rate of the target independent of the control, at `crAmplitude`, in MHz. */
  ixMhz: number;
  cancelPhase: number;
  cancelBeta: number;
  gateNs: number;
  /** Best average fidelity of the gate within the coherence limit. */
  limit: number;
  /** Average error of the ZX90 gate. */
  errorZx90: number;
  /** Fidelity of the prepared Bell state, corrected for readout errors. */
  bellFidelity: number;
}

/** Returns the coupling on a day, from its values and qubits, else from the value models (docs/simulator.md). */
export function pairTruth(source: TraitSource, control: QubitTruth, target: QubitTruth): PairTruth {
  const gate = {
    quantity: 'gate time',
    keys: ['zx90_gate_time'],
    unit: 'ns',
    fallback: 120 + 200 * uniformTrait(source, 'time'),
  };
  const gateNs = clamp(driftingRatio(source, gate, 0.004), 40, 1000);
  const limit = coherenceLimit([control, target], gateNs);
  const errorZx90 = gateError(source, limit);
  const drive = pickValue(source.values, ['cr_amplitude'], 'a.u.')?.value ?? 0.4 + 0.4 * uniformTrait(source, 'drive');
  const crAmplitude = clamp(drive, 0.05, 1);
  // A quarter turn of the target, in opposite directions for a control in 0 and in 1.
  const zxMhz = 1000 / (4 * gateNs);
  const imperfect = 0.01 * Math.abs(normalTrait(source, 'bell'));
  return {
    control,
    target,
    crAmplitude,
    crPhase: Math.PI * (2 * uniformTrait(source, 'cr phase') - 1),
    zxRateGhz: zxMhz / 1000 / crAmplitude,
    ixMhz: zxMhz * (0.3 + 0.5 * uniformTrait(source, 'ix')),
    cancelPhase: Math.PI * (2 * uniformTrait(source, 'cancel phase') - 1),
    cancelBeta: clamp(0.35 * normalTrait(source, 'cancel beta'), -1, 1),
    gateNs,
    limit,
    errorZx90,
    // One ZX90, two rotations and the preparation; the factor 5/4 converts an average error to a process error.
    bellFidelity: clamp(1 - 1.25 * errorZx90 - 1.5 * (control.errorX90 + target.errorX90) - imperfect, 0.3, 0.999),
  };
}

/**
 * Average error of the gate, at least that of the coherence limit. The fidelity of another gate indicates how good the
 * pair is.
 */
function gateError(source: TraitSource, limit: number): number {
  const keys = ['zx90_gate_fidelity', 'cz_gate_fidelity', 'ecr_gate_fidelity', 'cx_gate_fidelity'];
  const fallback = 1 - limit + 0.004 * Math.abs(normalTrait(source, 'gate'));
  const trait = { quantity: 'zx90', keys, unit: '', from: (fidelity: number) => 1 - fidelity, fallback };
  return clamp(driftingRatio(source, trait, 0.1), 1.02 * (1 - limit), 0.3);
}
