/** Area of a shaped pulse relative to a rectangle of its height and length. */
export const PULSE_AREA = 0.6;
/** Rabi frequency for which the control amplitude is chosen, in MHz. */
export const TARGET_RABI_MHZ = 12.5;
/** Length of plain pulses, in nanoseconds (docs/simulator.md#where-values-come-from). */
export const PULSE_NS = 24;
/** Length of pulses with DRAG and of the one-qubit gates, in nanoseconds (docs/simulator.md#where-values-come-from). */
export const GATE_NS = 16;

/** Amplitude at which a pulse of a given length turns the qubit by a quarter (`hpi`) or a half (`pi`). */
export function pulseAmplitude({ driveMhz }: { driveMhz: number }, pulse: string, lengthNs: number): number {
  const turns = pulse.endsWith('hpi') ? 1 / 4 : 1 / 2;
  return (1000 * turns) / (lengthNs * PULSE_AREA * driveMhz);
}

/** Derivative weight that suppresses the third level: half the inverse of the anharmonicity in rad/ns. */
export const pulseBeta = ({ anharmonicityGhz }: { anharmonicityGhz: number }): number =>
  -0.5 / (2 * Math.PI * anharmonicityGhz);

/** Drive of the spectroscopy, in units of the amplitude: the line is two Rabi frequencies wide. */
export const SPECTROSCOPY_AMPLITUDE = 0.15;
