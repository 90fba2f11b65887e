import { type Estimate, estimate, type Measurement, population, type QubitBench, reading } from '../bench.ts';
import type { Axis, CurveFigure } from '../figures/figure.ts';
import { type CurveFit, fitLine } from '../math/fits.ts';
import { fitCurve } from '../math/least-squares.ts';
import { spread } from '../math/numbers.ts';
import { pulseAmplitude, pulseBeta } from '../truth/pulses.ts';
import { axes, fittedLine, points, withFit } from './curve.ts';

/** Prefixes of pulse settings. */
export type PulseName = 'hpi' | 'pi' | 'drag_hpi' | 'drag_pi';

const pulsesOfTurn = (pulse: PulseName): number => (pulse.endsWith('hpi') ? 4 : 2);
/** Largest accepted error of one pulse, as a share of its angle. */
const MAX_ERROR = 0.05;

/**
 * Sweeps the amplitude of a pulse train that adds up to one turn. At the correct amplitude the qubit returns to its
 * start.
 */
function sweepAmplitude(bench: QubitBench, pulse: PulseName, lengthNs: number) {
  const right = pulseAmplitude(bench.qubit, pulse, lengthNs);
  // The search range comes from the last Rabi result, which may be slightly off.
  const guess = right * (1 + 0.03 * bench.random.normal());
  const xs = spread(0.5 * guess, 1.5 * guess, 31);
  const ys = xs.map((x) => population(bench, bench.qubit, 0.5 - 0.5 * Math.cos((2 * Math.PI * x) / right)));
  const model = (x: number, [amplitude = 0, turn = 1, offset = 0]: readonly number[]) =>
    offset - amplitude * Math.cos((2 * Math.PI * x) / turn);
  const fit = fitCurve(model, xs, ys, [0.48, guess, 0.5]);
  const title = `Amplitude sweep, ${pulsesOfTurn(pulse)} pulses`;
  const figure = withFit(title, axes.amplitude, axes.population, xs, ys, (x) => model(x, fit.values));
  const amplitude = estimate(fit, 1);
  const isUsable = amplitude.value > 0 && amplitude.value <= 1;
  return {
    fit,
    amplitude,
    figure,
    problem: isUsable ? undefined : `amplitude of ${amplitude.value.toFixed(2)} is outside the range of the drive`,
    shotsTaken: xs.length * bench.shots,
  };
}

const exactly = (value: number): Estimate => ({ value, error: 0 });

/** CreateHPIPulse and CreatePIPulse. */
export const createPulse =
  (pulse: 'hpi' | 'pi') =>
  (bench: QubitBench): Measurement => {
    const lengthNs = bench.parameters.count(`${pulse}_duration`, 24, 1000);
    const { fit, amplitude, figure, problem, shotsTaken } = sweepAmplitude(bench, pulse, lengthNs);
    return {
      outputs: { [`${pulse}_amplitude`]: amplitude, [`${pulse}_length`]: exactly(lengthNs) },
      r2: fit.r2,
      problem,
      figures: [figure],
      shotsTaken,
    };
  };

/** CreateDRAGHPIPulse and CreateDRAGPIPulse: the amplitude, and the derivative term at which phase errors cancel. */
export const createDragPulse =
  (pulse: 'drag_hpi' | 'drag_pi') =>
  (bench: QubitBench): Measurement => {
    const lengthNs = bench.parameters.count(`${pulse}_duration`, 16, 1000);
    const sweep = sweepAmplitude(bench, pulse, lengthNs);
    const beta = findBeta(bench);
    return {
      outputs: {
        [`${pulse}_beta`]: beta.value,
        [`${pulse}_amplitude`]: sweep.amplitude,
        [`${pulse}_length`]: exactly(lengthNs),
      },
      r2: Math.min(sweep.fit.r2, beta.fit.r2),
      problem: sweep.problem,
      figures: [sweep.figure, beta.figure],
      shotsTaken: sweep.shotsTaken + beta.shotsTaken,
    };
  };

/** The phase error is linear in the derivative term, and its zero is the result. */
function findBeta(bench: QubitBench): { value: Estimate; fit: CurveFit; figure: CurveFigure; shotsTaken: number } {
  const right = pulseBeta(bench.qubit);
  const xs = spread(right - 1, right + 1, 21);
  const ys = xs.map((x) => reading(bench, 0.6 * (x - right), 1 / Math.sqrt(bench.shots)));
  const fit = fitLine(xs, ys);
  const [slope = 1, offset = 0] = fit.values;
  const weight: Axis = { label: 'Weight of the derivative', unit: '', column: 'beta', decimals: 4 };
  return {
    value: {
      value: -offset / slope,
      error: (fit.noise * Math.hypot(1, right)) / Math.abs(slope) / Math.sqrt(xs.length),
    },
    fit,
    figure: withFit('Phase error against the derivative term', weight, axes.signal, xs, ys, fit.at),
    shotsTaken: 2 * xs.length * bench.shots,
  };
}

/** CheckHPIPulse, CheckPIPulse and their DRAG versions: repeats the pulse, so that a small angle error adds up. */
export const checkPulse =
  (pulse: PulseName) =>
  (bench: QubitBench): Measurement => {
    const lengthNs = bench.setting(`${pulse}_length`, 'ns');
    const error = bench.setting(`${pulse}_amplitude`, 'a.u.') / pulseAmplitude(bench.qubit, pulse, lengthNs) - 1;
    const count = bench.parameters.count('repetitions', 20, 200);
    return { ...checkRepeated(bench, (2 * Math.PI) / pulsesOfTurn(pulse), error, count), outputs: {} };
  };

function checkRepeated(bench: QubitBench, angle: number, error: number, count: number): Omit<Measurement, 'outputs'> {
  const xs = spread(0, count, count + 1);
  const ys = xs.map((n) => population(bench, bench.qubit, 0.5 - 0.5 * Math.cos(n * angle * (1 + error))));
  const model = (n: number, [amplitude = 0, extra = 0, offset = 0]: readonly number[]) =>
    offset - amplitude * Math.cos(n * angle * (1 + extra));
  const fit = fitCurve(model, xs, ys, [0.48, 0, 0.5]);
  const found = fit.values[1] ?? Number.NaN;
  const degrees = ((found * angle * 180) / Math.PI).toFixed(2);
  return {
    r2: fit.r2,
    summary: `Rotation error ${degrees} degrees a pulse`,
    problem: Math.abs(found) <= MAX_ERROR ? undefined : `rotation error of ${degrees} degrees a pulse is too large`,
    figures: [
      {
        kind: 'curves',
        title: 'Repeated pulses',
        x: axes.pulses,
        y: axes.population,
        series: [points('Measured', xs, ys), fittedLine('Fit', axes.pulses, xs, (n) => model(n, fit.values))],
      },
    ],
    shotsTaken: xs.length * bench.shots,
  };
}
