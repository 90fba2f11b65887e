import { analyseResonatorMap, inPhase, noLine, powerDb } from '../analyses/resonator-map.ts';
import { estimate, type Measurement, type QubitBench, reading } from '../bench.ts';
import type { CurveFigure } from '../figures/figure.ts';
import { fitLine, fitLorentzian } from '../math/fits.ts';
import { fitCurve, type Model } from '../math/least-squares.ts';
import { indexOfMax, spread } from '../math/numbers.ts';
import { axes, fittedLine, points, withFit } from './curve.ts';
import { kept } from './spectroscopy.ts';

const NOISE = 0.03;
/** Power at which the resonator decouples from the qubit, and the shift of its line there. */
const BARE_POWER_DB = -12;
const BARE_SHIFT_GHZ = -0.006;

interface Part {
  readoutGhz: number;
  isReal: boolean;
}

/** Reflection of a resonator: [frequency in GHz, external and internal loss in MHz]. */
const reflection: Model<Part> = ({ readoutGhz, isReal }, [frequency = 0, external = 0, internal = 0]) => {
  const twice = 2 * (readoutGhz - frequency) * 1000;
  const sum = external + internal;
  const size = sum * sum + twice * twice || 1;
  // (internal - external + 2i d) / (internal + external + 2i d)
  return isReal
    ? ((internal - external) * sum + twice * twice) / size
    : (twice * sum - twice * (internal - external)) / size;
};

/** In-phase reflection of the qubit's resonator, with its line shifted by `shiftGhz`. */
function reflected(bench: QubitBench, readoutGhz: number, shiftGhz = 0): number {
  const { resonatorGhz, kappaExternalMhz, kappaInternalMhz } = bench.qubit;
  const ideal = reflection({ readoutGhz, isReal: true }, [resonatorGhz + shiftGhz, kappaExternalMhz, kappaInternalMhz]);
  // Without a line, everything is reflected: a silent target gives a flat 1.
  return 1 + reading(bench, ideal - 1, NOISE);
}

/** Scan of the resonator's band: the low band for a low-frequency chip. */
function band(bench: QubitBench): number[] {
  const usual = bench.parameters.axis('frequency_range', spread(9.75, 10.75, 501));
  const low = bench.parameters.axis('frequency_range_low_band', spread(5.75, 6.75, 501));
  return bench.qubit.resonatorGhz < 8 ? low : usual;
}

/** CheckResonatorFrequencies: the dip in a wide scan. */
export function checkResonatorFrequencies(bench: QubitBench): Measurement {
  const xs = band(bench);
  const ys = xs.map((x) => reflected(bench, x));
  const dip = indexOfMax(ys.map((y) => -y));
  const [from, to] = [Math.max(0, dip - 15), dip + 16];
  const [nearX, nearY] = [xs.slice(from, to), ys.slice(from, to)];
  const fit = fitLorentzian(nearX, nearY, 0.006);
  const isFound = (fit.values[0] ?? 0) < -6 * NOISE && fit.r2 > 0.5;
  // Away from the dip, every other point is enough to show that nothing is there.
  const drawn = xs.map((_, i) => i).filter((i) => i % 3 === 0 || (i >= from && i < to));
  return {
    outputs: { coarse_resonator_frequency: estimate(fit, 1) },
    r2: fit.r2,
    problem: isFound ? undefined : noLine(xs),
    figures: [
      {
        kind: 'curves',
        title: 'Resonator lines',
        x: axes.readoutGhz,
        y: inPhase,
        series: [
          points(
            'Measured',
            drawn.map((i) => xs[i] ?? 0),
            drawn.map((i) => ys[i] ?? 0),
          ),
          fittedLine('Fit', axes.readoutGhz, nearX, fit.at),
        ],
      },
    ],
    shotsTaken: xs.length * bench.shots,
  };
}

/** CheckResonatorSpectroscopy: the dip against power. The dip below the step is used for readout. */
export function checkResonatorSpectroscopy(bench: QubitBench): Measurement {
  const wide = band(bench);
  const rough = wide[indexOfMax(wide.map((x) => -reflected(bench, x)))] ?? 0;
  const readoutsGhz = kept(spread(rough - 0.02, rough + 0.02, 21), axes.readoutGhz);
  const powersDb = kept(bench.parameters.axis('power_range', []), powerDb);
  const signals = powersDb.map((power) => {
    const share = 1 / (1 + Math.exp(-(power - BARE_POWER_DB) / 1.5));
    return kept(
      readoutsGhz.map((x) => reflected(bench, x, BARE_SHIFT_GHZ * share)),
      inPhase,
    );
  });
  const finding = analyseResonatorMap({ readoutsGhz, powersDb, signals }, bench.parameters, wide);
  return { ...finding, shotsTaken: (wide.length + powersDb.length * readoutsGhz.length) * bench.shots };
}

/** CheckReflectionCoefficient: both parts of the reflection give frequency and losses. */
export function checkReflectionCoefficient(bench: QubitBench): Measurement {
  const { resonatorGhz, kappaExternalMhz, kappaInternalMhz } = bench.qubit;
  const centre = bench.setting('readout_frequency', 'GHz');
  const xs = spread(centre - 0.02, centre + 0.02, 61);
  const parts = [true, false].flatMap((isReal) => xs.map((readoutGhz) => ({ readoutGhz, isReal })));
  const ys = parts.map((part) => {
    const background = part.isReal ? 1 : 0;
    const ideal = reflection(part, [resonatorGhz, kappaExternalMhz, kappaInternalMhz]);
    return background + reading(bench, ideal - background, NOISE);
  });
  const dip = xs[indexOfMax(ys.slice(0, xs.length).map((y) => -y))] ?? centre;
  const fit = fitCurve(reflection, parts, ys, [dip, 4, 1]);
  const at = (isReal: boolean) => (readoutGhz: number) => reflection({ readoutGhz, isReal }, fit.values);
  const figure: CurveFigure = {
    kind: 'curves',
    title: 'Reflection coefficient',
    x: axes.readoutGhz,
    y: { label: 'Reflection', unit: '', column: 'reflection', decimals: 3 },
    series: [
      points('Real', xs, ys.slice(0, xs.length)),
      points('Imaginary', xs, ys.slice(xs.length)),
      fittedLine('Fit, real', axes.readoutGhz, xs, at(true)),
      fittedLine('Fit, imaginary', axes.readoutGhz, xs, at(false)),
    ],
  };
  const [, external = 0, internal = 0] = fit.values;
  return {
    outputs: {
      resonator_frequency: estimate(fit, 0),
      kappa_external: { ...estimate(fit, 1), value: Math.abs(external) },
      kappa_internal: { ...estimate(fit, 2), value: Math.abs(internal) },
    },
    r2: fit.r2,
    figures: [figure],
    shotsTaken: xs.length * bench.shots,
  };
}

/** CheckDispersiveShift: the dip for each state of the qubit. */
export function checkDispersiveShift(bench: QubitBench): Measurement {
  const centre = bench.setting('readout_frequency', 'GHz');
  const xs = spread(centre - 0.015, centre + 0.015, 51);
  const shiftGhz = bench.qubit.dispersiveShiftMhz / 1000;
  const scans = [shiftGhz, -shiftGhz].map((shift) => {
    const ys = xs.map((x) => reflected(bench, x, shift));
    return { ys, fit: fitLorentzian(xs, ys, 0.006) };
  });
  const [zero, one] = scans.map(({ fit }) => estimate(fit, 1));
  const error = Math.hypot(zero?.error ?? 0, one?.error ?? 0) / 2;
  const [f0, f1] = [zero?.value ?? Number.NaN, one?.value ?? Number.NaN];
  return {
    outputs: {
      optimal_readout_frequency: { value: (f0 + f1) / 2, error },
      dispersive_shift: { value: (Math.abs(f0 - f1) / 2) * 1000, error: error * 1000 },
    },
    r2: Math.min(...scans.map(({ fit }) => fit.r2)),
    figures: [
      {
        kind: 'curves',
        title: 'Resonator line by state of the qubit',
        x: axes.readoutGhz,
        y: inPhase,
        series: [
          ...scans.map(({ ys }, i) => points(`Prepared ${i}`, xs, ys)),
          ...scans.map(({ fit }, i) => fittedLine(`Fit, prepared ${i}`, axes.readoutGhz, xs, fit.at)),
        ],
      },
    ],
    shotsTaken: 2 * xs.length * bench.shots,
  };
}

/** CheckElectricalDelay: the slope of the phase over frequency, away from the resonator. */
export function checkElectricalDelay(bench: QubitBench): Measurement {
  const start = bench.setting('readout_frequency', 'GHz') + 0.05;
  const xs = spread(start, start + 0.02, 41);
  const slope = -2 * Math.PI * bench.qubit.delayNs;
  // A phase is measured relative to the full signal. Without a signal it is random.
  const noise = bench.fault?.kind === 'silent' ? 1 : 0.005;
  const ys = xs.map((x) => 10 * reading(bench, (slope * (x - start)) / 10, noise));
  const fit = fitLine(
    xs.map((x) => x - start),
    ys,
  );
  const phase = { label: 'Phase', unit: 'rad', column: 'phase_rad', decimals: 3 };
  return {
    outputs: { electrical_delay: estimate(fit, 0, -1 / (2 * Math.PI)) },
    r2: fit.r2,
    figures: [withFit('Phase of the readout line', axes.readoutGhz, phase, xs, ys, (x) => fit.at(x - start))],
    shotsTaken: xs.length * bench.shots,
  };
}
