import { contrastOf, type Measurement, type PairBench, population } from '../bench.ts';
import { clamp } from '../math/numbers.ts';

const OUTCOMES = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
] as const;
/** Least share of equal answers that shows a Bell state. */
const MIN_EQUAL = 0.75;
/** Pairs of bases, and what a perfect Bell state gives in each. */
const CORRELATIONS: readonly (readonly [string, number])[] = [
  ['XX', 1],
  ['XY', 0],
  ['XZ', 0],
  ['YX', 0],
  ['YY', -1],
  ['YZ', 0],
  ['ZX', 0],
  ['ZY', 0],
  ['ZZ', 1],
];

/** Correlation that is left at this fidelity, if the rest is evenly mixed. */
const keptCorrelation = (fidelity: number): number => (4 * fidelity - 1) / 3;

/** CheckBellState: frequencies of the four outcomes, including readout errors. */
export function checkBellState(bench: PairBench): Measurement {
  const { pair } = bench;
  const remaining = keptCorrelation(pair.bellFidelity);
  const before = OUTCOMES.map((answer) => (answer[0] === answer[1] ? (1 + remaining) / 4 : (1 - remaining) / 4));
  const right = (qubit: { fidelity0: number; fidelity1: number }, prepared: number, read: number) => {
    const fidelity = prepared === 0 ? qubit.fidelity0 : qubit.fidelity1;
    return prepared === read ? fidelity : 1 - fidelity;
  };
  const expected = OUTCOMES.map((read) =>
    OUTCOMES.reduce((sum, prepared, i) => {
      const seen = right(pair.control, prepared[0], read[0]) * right(pair.target, prepared[1], read[1]);
      return sum + (before[i] ?? 0) * seen;
    }, 0),
  );
  const { fault, random, shots } = bench;
  const disturbed = expected.map((share) => {
    const alive = fault?.kind === 'silent' ? 0.25 + 0.02 * (share - 0.25) : share;
    const noise = Math.sqrt((alive * (1 - alive)) / shots) * random.normal();
    return Math.max(
      0,
      alive + noise + (fault && fault.kind !== 'silent' ? fault.strength * Math.abs(random.normal()) : 0),
    );
  });
  const total = disturbed.reduce((sum, share) => sum + share, 0);
  const shares = disturbed.map((share) => share / total);
  const equal = (shares[0] ?? 0) + (shares[3] ?? 0);
  return {
    outputs: {},
    summary: `Both qubits agree in ${(100 * equal).toFixed(1)} % of the shots`,
    problem: equal >= MIN_EQUAL ? undefined : `qubits agree in only ${(100 * equal).toFixed(1)} % of the shots`,
    figures: [
      {
        kind: 'curves',
        title: 'Answers of a Bell state',
        x: { label: 'Answer', unit: '', column: 'answer', decimals: 0 },
        y: { label: 'Share of shots', unit: '', column: 'share', decimals: 4 },
        series: [
          { name: 'Measured', kind: 'bars', x: OUTCOMES.map(ket), y: shares },
          { name: 'Ideal', kind: 'bars', x: OUTCOMES.map(ket), y: [0.5, 0, 0, 0.5] },
        ],
      },
    ],
    shotsTaken: shots,
  };
}

/** Brackets, since a bare 00 would be read as a number. */
const ket = ([control, target]: readonly [number, number]): string => `|${control}${target}⟩`;

/**
 * CheckBellStateTomography: correlations in nine pairs of bases, corrected for readout errors, and the resulting
 * fidelity.
 */
export function checkBellStateTomography(bench: PairBench): Measurement {
  const { pair } = bench;
  const remaining = keptCorrelation(pair.bellFidelity);
  const contrast = contrastOf(pair.control) * contrastOf(pair.target);
  const readout = { fidelity0: (1 + contrast) / 2, fidelity1: (1 + contrast) / 2 };
  const found = CORRELATIONS.map(([, ideal]) => {
    const share = population(bench, readout, (1 + remaining * ideal) / 2);
    return clamp((2 * share - 1) / contrast, -1.2, 1.2);
  });
  const at = (bases: string) => found[CORRELATIONS.findIndex(([name]) => name === bases)] ?? 0;
  const fidelity = (1 + at('XX') - at('YY') + at('ZZ')) / 4;
  const [least, max] = [0.5, 1];
  const isPossible = fidelity > least && fidelity <= max;
  const percent = (100 * fidelity).toFixed(2);
  const reason =
    fidelity > max ? `fidelity above 100 %: ${percent} %` : `fidelity of ${percent} % shows no entanglement`;
  const names = CORRELATIONS.map(([name]) => name);
  return {
    outputs: {
      bell_state_fidelity: {
        value: fidelity,
        error: (Math.sqrt(3 / bench.shots) / 4 / contrast) * Math.sqrt(1.05 - remaining ** 2),
      },
    },
    problem: isPossible ? undefined : reason,
    figures: [
      {
        kind: 'curves',
        title: 'Correlations of a Bell state',
        x: { label: 'Bases of control and target', unit: '', column: 'bases', decimals: 0 },
        y: { label: 'Expectation value', unit: '', column: 'expectation', decimals: 4 },
        series: [
          { name: 'Measured', kind: 'bars', x: names, y: found },
          { name: 'Ideal', kind: 'bars', x: names, y: CORRELATIONS.map(([, ideal]) => ideal) },
        ],
      },
    ],
    shotsTaken: 9 * bench.shots,
  };
}
