import { estimate, type Measurement, population, type QubitBench } from '../bench.ts';
import { type CurveFit, fitDampedOscillation, fitDecay } from '../math/fits.ts';
import { deviation, mean } from '../math/numbers.ts';
import { axes, fittedLine, points, withFit } from './curve.ts';

/** Population after full dephasing. */
const DEPHASED = 0.5;
/** A decay time that exceeds the scan by this factor cannot be measured. */
const MAX_TAU_RATIO = 6;

/** Points of the drawn fit of many fringes. */
const FRINGE_POINTS = 200;

interface Decay {
  title: string;
  /** Time constant of the qubit, in microseconds. */
  tauUs: number;
  /** Population of 1 without and with full decay. */
  from: number;
  to: number;
}

const relaxation = ({ qubit }: QubitBench): Decay => ({
  title: 'Energy relaxation',
  tauUs: qubit.t1Us,
  from: 1,
  to: 0,
});
const echo = ({ qubit }: QubitBench): Decay => ({ title: 'Hahn echo', tauUs: qubit.t2EchoUs, from: 1, to: DEPHASED });

/** Logarithmic, unless a flow asks for a delay of 0. */
const delayAxis = (delaysUs: readonly number[]) => (Math.min(...delaysUs) > 0 ? axes.logDelayUs : axes.delayUs);

interface DecayScan {
  delaysUs: number[];
  ys: number[];
  fit: CurveFit;
}

function scanDecay(bench: QubitBench, delaysUs: number[], { tauUs, from, to }: Decay): DecayScan {
  const ys = delaysUs.map((delay) => population(bench, bench.qubit, to + (from - to) * Math.exp(-delay / tauUs)));
  // The limit of an echo is known, which helps a scan that ends early.
  return { delaysUs, ys, fit: fitDecay(delaysUs, ys, to === DEPHASED ? DEPHASED : undefined) };
}

function measureDecay(bench: QubitBench, key: string, decay: Decay): Measurement {
  const delaysUs = bench.parameters.axis('time_range', []).map((ns) => ns / 1000);
  const { ys, fit } = scanDecay(bench, delaysUs, decay);
  const tau = estimate(fit, 1);
  const isUnresolved = !(tau.value < MAX_TAU_RATIO * (delaysUs.at(-1) ?? 0) && tau.error < tau.value);
  return {
    outputs: { [key]: tau },
    r2: fit.r2,
    problem: isUnresolved ? 'decay does not end within the scan' : undefined,
    figures: [withFit(decay.title, delayAxis(delaysUs), axes.population, delaysUs, ys, fit.at)],
    shotsTaken: delaysUs.length * bench.shots,
  };
}

/** Averages several measurements of a decay, between which the qubit moves a little. */
function measureAverage(bench: QubitBench, key: string, decay: Decay): Measurement {
  const delaysUs = bench.parameters.axis('time_range', []).map((ns) => ns / 1000);
  const runs = bench.parameters.count('n_runs', 10, 100);
  const scans = Array.from({ length: runs }, () => {
    const tauUs = decay.tauUs * Math.exp(0.03 * bench.random.normal());
    return scanDecay(bench, delaysUs, { ...decay, tauUs });
  });
  const taus = scans.map(({ fit }) => fit.values[1] ?? Number.NaN);
  const spread = runs > 1 ? deviation(taus) : (scans[0]?.fit.errors[1] ?? 0);
  // Draws only the mean of all runs, since ten overlapping curves are hard to read.
  const ys = delaysUs.map((_, i) => mean(scans.map((scan) => scan.ys[i] ?? 0)));
  const average = fitDecay(delaysUs, ys, decay.to === DEPHASED ? DEPHASED : undefined);
  return {
    outputs: {
      [`${key}_average`]: { value: mean(taus), error: spread },
      [`${key}_std`]: { value: spread, error: spread / Math.sqrt(2 * Math.max(1, runs - 1)) },
    },
    r2: mean(scans.map(({ fit }) => fit.r2)),
    problem: spread < mean(taus) ? undefined : 'spread is larger than the mean',
    figures: [
      withFit(`${decay.title}, mean of ${runs}`, delayAxis(delaysUs), axes.population, delaysUs, ys, average.at),
      {
        kind: 'curves',
        title: `${decay.title} from run to run`,
        x: { label: 'Run', unit: '', column: 'run', decimals: 0 },
        y: { label: key === 't1' ? 'T1' : 'T2 echo', unit: 'μs', column: `${key}_us`, decimals: 2 },
        series: [
          points(
            'Measured',
            taus.map((_, i) => i + 1),
            taus,
          ),
        ],
      },
    ],
    shotsTaken: runs * delaysUs.length * bench.shots,
  };
}

export const checkT1 = (bench: QubitBench): Measurement => measureDecay(bench, 't1', relaxation(bench));
export const checkT2Echo = (bench: QubitBench): Measurement => measureDecay(bench, 't2_echo', echo(bench));
export const checkT1Average = (bench: QubitBench): Measurement => measureAverage(bench, 't1', relaxation(bench));
/** CheckT2EchoAverage. */
export const checkT2EchoAverage = (bench: QubitBench): Measurement => measureAverage(bench, 't2_echo', echo(bench));

/** CheckRamsey: fringes at the chosen detuning plus the drive's offset; T2* from their decay. */
export function checkRamsey(bench: QubitBench): Measurement {
  const delaysUs = bench.parameters.axis('time_range', []).map((ns) => ns / 1000);
  const detuningMhz = bench.parameters.number('detuning', 0.001) * 1000;
  const driveGhz = bench.setting('qubit_frequency', 'GHz');
  const fringeMhz = detuningMhz + (bench.qubit.frequencyGhz - driveGhz) * 1000;
  const ys = delaysUs.map((delay) => {
    const coherence = Math.exp(-delay / bench.qubit.t2StarUs);
    return population(bench, bench.qubit, 0.5 + 0.5 * coherence * Math.cos(2 * Math.PI * fringeMhz * delay));
  });
  const fit = fitDampedOscillation(delaysUs, ys);
  const fringe = estimate(fit, 1);
  const star = estimate(fit, 4);
  return {
    outputs: {
      ramsey_frequency: fringe,
      qubit_frequency: { value: driveGhz + (fringe.value - detuningMhz) / 1000, error: fringe.error / 1000 },
      t2_star: star,
    },
    r2: fit.r2,
    problem: star.error < star.value ? undefined : 'decay of the fringes does not show within the scan',
    figures: [
      {
        kind: 'curves',
        title: 'Ramsey fringes',
        x: axes.delayUs,
        y: axes.population,
        series: [points('Measured', delaysUs, ys), fittedLine('Fit', axes.delayUs, delaysUs, fit.at, FRINGE_POINTS)],
      },
    ],
    shotsTaken: delaysUs.length * bench.shots,
  };
}
