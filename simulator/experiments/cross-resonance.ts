import { type Estimate, estimate, type Measurement, type PairBench, population } from '../bench.ts';
import { type Fit, fitCurve, type Model } from '../math/least-squares.ts';
import { decimals, spread, wrapAngle } from '../math/numbers.ts';
import { axes, fittedLine, points } from './curve.ts';

const BASES = ['X', 'Y', 'Z'] as const;
const CONTROL_STATES = [0, 1] as const;
const expectation = { label: 'Expectation value', unit: '', column: 'expectation', decimals: 3 };
/** Largest accepted error of one gate, as a share of its angle. */
const MAX_ERROR = 0.08;

interface Spot {
  timeNs: number;
  basis: (typeof BASES)[number];
  control: 0 | 1;
}

/**
 * The target turns about an axis in the plane, one way for a control in 0 and the other for 1:
 * [contrast, ZX rate in MHz, IX rate in MHz, phase of the axis].
 */
const tomography: Model<Spot> = ({ timeNs, basis, control }, [contrast = 0, zx = 0, ix = 0, phase = 0]) => {
  const angle = (2 * Math.PI * (ix + (control === 0 ? zx : -zx)) * timeNs) / 1000;
  if (basis === 'Z') return contrast * Math.cos(angle);
  return contrast * Math.sin(angle) * (basis === 'X' ? Math.sin(phase) : -Math.cos(phase));
};

/** An expectation value between -1 and 1, measured on the target. */
const measured = (bench: PairBench, value: number): number =>
  2 * population(bench, bench.pair.target, (1 + value) / 2) - 1;

function scanTomography(bench: PairBench): { fit: Fit; measurement: Measurement } {
  const { pair } = bench;
  const zxMhz = pair.zxRateGhz * 1000 * pair.crAmplitude;
  const timesNs = spread(0, Math.min(600, 1200 / zxMhz), 21);
  const spots = CONTROL_STATES.flatMap((control) =>
    BASES.flatMap((basis) => timesNs.map((timeNs) => ({ timeNs, basis, control }))),
  );
  const truth = [1, zxMhz, pair.ixMhz, pair.crPhase];
  const ys = spots.map((spot) => measured(bench, tomography(spot, truth)));
  const fit = fitFromSeveralStarts(spots, ys, timesNs.at(-1) ?? 1);
  const rows = (control: number, basis: string) =>
    ys.filter((_, i) => spots[i]?.control === control && spots[i]?.basis === basis);
  return {
    fit,
    measurement: {
      outputs: {},
      r2: fit.r2,
      figures: CONTROL_STATES.map((control) => ({
        kind: 'curves',
        title: `Target while the control is ${control}`,
        x: axes.timeNs,
        y: expectation,
        series: [
          ...BASES.map((basis) => points(basis, timesNs, rows(control, basis))),
          ...BASES.map((basis) =>
            fittedLine(
              `Fit, ${basis}`,
              axes.timeNs,
              timesNs,
              (timeNs) => tomography({ timeNs, basis, control }, fit.values),
              24,
            ),
          ),
        ],
      })),
      shotsTaken: spots.length * bench.shots,
    },
  };
}

/** Rates and phase are unknown at first, so this tries a small grid of starts. The phase carries the sign of ZX. */
function fitFromSeveralStarts(spots: readonly Spot[], ys: readonly number[], spanNs: number): Fit {
  const squares = (p: readonly number[]) =>
    spots.reduce((sum, spot, i) => sum + ((ys[i] ?? 0) - tomography(spot, p)) ** 2, 0);
  const starts = [0.3, 0.6, 0.9, 1.2, 1.5].flatMap((turns) =>
    [0.2, 0.45, 0.7].flatMap((share) =>
      spread(-Math.PI, Math.PI, 9).map((phase) => {
        const zx = (1000 * turns) / spanNs;
        return [0.9, zx, share * zx, phase];
      }),
    ),
  );
  const scored = starts.map((start) => ({ start, score: squares(start) }));
  const best = scored.reduce((a, b) => (b.score < a.score ? b : a));
  const fit = fitCurve(tomography, spots, ys, best.start);
  const [contrast = 0, zx = 0, ix = 0, phase = 0] = fit.values;
  const isTurned = zx < 0;
  return {
    ...fit,
    values: [contrast, Math.abs(zx), isTurned ? -ix : ix, wrapAngle(isTurned ? phase + Math.PI : phase)],
  };
}

/** Pulse settings from the tomography, under QDash's names. */
function crOutputs(bench: PairBench, fit: Fit): Record<string, Estimate> {
  const { pair, random } = bench;
  const [zx, ix, phase] = [estimate(fit, 1), estimate(fit, 2), estimate(fit, 3)];
  const perUnit = 1 / pair.target.driveMhz;
  // A separate drive cancels the part of the target's rotation that does not depend on the control.
  const cancelPhase = wrapAngle(pair.cancelPhase + phase.error * random.normal());
  const rotary = Math.min(0.3, Math.max(0.05, (4 * zx.value) / pair.control.driveMhz));
  return {
    cr_amplitude: { value: pair.crAmplitude, error: 0 },
    cr_phase: phase,
    cancel_amplitude: { value: Math.abs(ix.value) * perUnit, error: ix.error * perUnit },
    cancel_phase: { value: cancelPhase, error: phase.error },
    cancel_beta: { value: pair.cancelBeta + 0.02 * random.normal(), error: 0.02 },
    rotary_amplitude: { value: rotary, error: (rotary * zx.error) / zx.value },
    zx_rotation_rate: {
      value: zx.value / 1000 / pair.crAmplitude,
      error: zx.error / 1000 / pair.crAmplitude,
    },
  };
}

/** CheckCrossResonance: the rotation of the target for both states of the control. */
export function checkCrossResonance(bench: PairBench): Measurement {
  const { fit, measurement } = scanTomography(bench);
  return { ...measurement, outputs: crOutputs(bench, fit) };
}

/** CreateZX90: the same, and the duration at which the target has turned by a quarter. */
export function createZx90(bench: PairBench): Measurement {
  const { fit, measurement } = scanTomography(bench);
  const { gateNs } = bench.pair;
  const timesNs = spread(0, 2 * gateNs, 31);
  const ys = timesNs.map((time) => measured(bench, Math.cos((Math.PI * time) / (2 * gateNs))));
  const model = (time: number, [contrast = 0, quarter = 1]: readonly number[]) =>
    contrast * Math.cos((Math.PI * time) / (2 * quarter));
  const sweep = fitCurve(model, timesNs, ys, [0.9, 250 / Math.max(fit.values[1] ?? 1, 0.1)]);
  const duration = estimate(sweep, 1);
  return {
    ...measurement,
    outputs: {
      ...crOutputs(bench, fit),
      zx90_gate_time: { value: decimals(duration.value, 1), error: duration.error },
    },
    r2: Math.min(fit.r2, sweep.r2),
    figures: [
      {
        kind: 'curves',
        title: 'Echoed drive against duration',
        x: axes.timeNs,
        y: expectation,
        series: [
          points('Measured', timesNs, ys),
          fittedLine('Fit', axes.timeNs, timesNs, (time) => model(time, sweep.values)),
        ],
      },
    ],
    shotsTaken: measurement.shotsTaken + timesNs.length * bench.shots,
  };
}

/** CheckZX90: repeats the gate, so that a small angle error adds up while the gate's own error damps the signal. */
export function checkZx90(bench: PairBench): Measurement {
  const { pair } = bench;
  const count = bench.parameters.count('repetitions', 20, 200);
  const error = 0.015 * bench.random.normal();
  const xs = spread(0, count, count + 1);
  const ys = xs.map((n) => {
    const remaining = (1 - (4 / 3) * pair.errorZx90) ** n;
    return population(bench, pair.target, 0.5 - 0.5 * remaining * Math.cos((n * Math.PI * (1 + error)) / 2));
  });
  const model = (n: number, [amplitude = 0, extra = 0, offset = 0, loss = 0]: readonly number[]) =>
    offset - amplitude * Math.exp(-loss * n) * Math.cos((n * Math.PI * (1 + extra)) / 2);
  const fit = fitCurve(model, xs, ys, [0.45, 0, 0.5, 0.01]);
  const found = fit.values[1] ?? Number.NaN;
  const degrees = (90 * found).toFixed(2);
  return {
    outputs: {},
    r2: fit.r2,
    summary: `Rotation error ${degrees} degrees a gate`,
    problem: Math.abs(found) <= MAX_ERROR ? undefined : `rotation error of ${degrees} degrees a gate is too large`,
    figures: [
      {
        kind: 'curves',
        title: 'Repeated ZX90 gates',
        x: { ...axes.pulses, label: 'Number of gates', column: 'gates' },
        y: axes.population,
        series: [points('Measured', xs, ys), fittedLine('Fit', axes.pulses, xs, (n) => model(n, fit.values))],
      },
    ],
    shotsTaken: xs.length * bench.shots,
  };
}
