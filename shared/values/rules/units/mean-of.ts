import { mean } from '../statistics.ts';
import { meanOfAngles } from './angles.ts';
import { turnOf } from './unit.ts';

/** The mean of numbers in one unit, of angles modulo a turn; whatever their order. */
export const meanOf = (values: readonly number[], unit: string): number | undefined =>
  turnOf(unit) === undefined ? mean(values.toSorted((a, b) => a - b)) : meanOfAngles(values, unit);
