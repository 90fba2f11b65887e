import type { RunParameter } from '../../runs/rules/plan.ts';
import { simulatorParameters, type TaskDefinition } from '../../runs/rules/task-catalogue.ts';

/** Most points of a scan, entries of a list and repetitions: a batch of tasks has to end within seconds. */
const limits = { points: 1001, entries: 1024, count: 1000, shots: 10_000_000, magnitude: 1e9, letters: 200 };

/** What may be overridden of a task: its own run parameters and those of the simulator. */
export const parametersOf = (task: TaskDefinition): Readonly<Record<string, RunParameter>> => ({
  ...simulatorParameters,
  ...task.runParameters,
});

/** What a value must be for a run parameter; undefined for a valid one. */
export function parameterProblem(name: string, parameter: RunParameter, value: unknown): string | undefined {
  const rule = ruleOf(name, parameter);
  return rule.fits(value) ? undefined : `'${name}' must be ${rule.words}`;
}

/** What may stand for a run parameter, in words: `a whole number from 1 to 1000`. */
export const acceptedWords = (name: string, parameter: RunParameter): string => ruleOf(name, parameter).words;

interface Rule {
  words: string;
  fits(value: unknown): boolean;
}

function ruleOf(name: string, { valueType, unit }: RunParameter): Rule {
  if (name in simulatorParameters) return { words: 'a number from 0 to 1', fits: (value) => isWithin(value, 0, 1) };
  if (valueType === 'int') {
    // Shots and durations are only numbers to a simulator; anything else repeats its work.
    const max = name === 'shots' || unit !== '' ? limits.shots : limits.count;
    return {
      words: `a whole number from 1 to ${max}`,
      fits: (value) => Number.isInteger(value) && isWithin(value, 1, max),
    };
  }
  if (valueType === 'float') return { words: 'a number', fits: isBoundedNumber };
  if (valueType === 'str')
    return { words: 'a text', fits: (value) => typeof value === 'string' && value.length <= limits.letters };
  if (valueType.startsWith('np.')) return scanRule(valueType);
  return {
    words: `a list of at most ${limits.entries} numbers or texts`,
    fits: (value) =>
      Array.isArray(value) &&
      value.length <= limits.entries &&
      value.every((entry) => isBoundedNumber(entry) || (typeof entry === 'string' && entry.length <= limits.letters)),
  };
}

/** `[from, to, step]` for np.arange, `[from, to, count]` for np.linspace and np.logspace (rule QDASH-16). */
function scanRule(valueType: string): Rule {
  const third = valueType === 'np.arange' ? 'step' : 'count';
  return {
    words: `a list [from, to, ${third}] of 1 to ${limits.points} points`,
    fits: (value) => {
      if (!Array.isArray(value) || value.length !== 3 || !value.every(isBoundedNumber)) return false;
      const [from, to, last] = value as [number, number, number];
      const points = valueType === 'np.arange' ? Math.ceil((to - from) / last) : last;
      // A power of ten beyond this is neither a time nor a frequency, and soon not finite.
      const isFinitePower = valueType !== 'np.logspace' || (isWithin(from, -12, 12) && isWithin(to, -12, 12));
      return isFinitePower && Number.isInteger(points) && isWithin(points, 1, limits.points);
    },
  };
}

const isWithin = (value: unknown, min: number, max: number): boolean =>
  typeof value === 'number' && value >= min && value <= max;

const isBoundedNumber = (value: unknown): boolean => isWithin(value, -limits.magnitude, limits.magnitude);
