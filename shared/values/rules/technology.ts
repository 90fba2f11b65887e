/** What the qubits of a chip are: it decides which values cannot be (rule GATE-9). */
export const TECHNOLOGIES = ['transmon', 'fluxonium', 'spin', 'ion', 'neutral_atom', 'photonic', 'other'] as const;
export type Technology = (typeof TECHNOLOGIES)[number];

/** The technology of a chip that names none. */
export const usualTechnology: Technology = 'transmon';

/** Values outside cannot be, or are not likely. Absent: there is no limit. */
export interface TechnologyLimits {
  /** Longest coherence time, in seconds. */
  coherenceSeconds?: number;
  /** Longest coherence time that is likely, in seconds. */
  likelyCoherenceSeconds?: number;
  /** Of a transition or a resonator. */
  gigahertz?: { lower: number; upper: number };
}

const limits: Record<Technology, TechnologyLimits> = {
  transmon: { coherenceSeconds: 1, likelyCoherenceSeconds: 0.01, gigahertz: { lower: 0.05, upper: 50 } },
  // Heavy fluxonia have transitions of some MHz, and T1 of milliseconds.
  fluxonium: { coherenceSeconds: 1, likelyCoherenceSeconds: 0.1, gigahertz: { lower: 1e-4, upper: 50 } },
  // Nuclear spins are at MHz and live for hours; electron spins are at up to hundreds of GHz.
  spin: { gigahertz: { lower: 1e-4, upper: 1000 } },
  // Hyperfine transitions are at GHz, optical ones at up to 1.2 PHz.
  ion: { gigahertz: { lower: 1e-4, upper: 2e6 } },
  neutral_atom: { gigahertz: { lower: 1e-6, upper: 2e6 } },
  photonic: {},
  other: {},
};

export const limitsOf = (technology: Technology = usualTechnology): TechnologyLimits => limits[technology];
