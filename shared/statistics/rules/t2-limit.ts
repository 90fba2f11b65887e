import { statedError } from './scale.ts';

/** A coherence time as it was measured, in the same unit as the other one. */
export interface CoherenceTime {
  value: number;
  error?: number | null | undefined;
  at: string;
  /** How much its logarithm moves from day to day; undefined without a history. */
  sigma?: number | undefined;
}

/** What T2 against its limit of 2 T1 says (rule STAT-25). */
export interface T2Judgement {
  outcome: 'pass' | 'note' | 'hold';
  /** How far T2 lies above the limit, in standard deviations; 0 or less where it does not. */
  z: number;
  /** Which of the two is held: the one measured later. */
  held?: 't1' | 't2';
}

const RELATIVE_ERROR_WHERE_NONE = 0.05;
const SIGMA_WHERE_NONE = 0.2;
const HOLD_ABOVE = 3;
const HOUR_MS = 3_600_000;
/** Values further apart are not of the same state of the qubit: the pair only gets a remark. */
const SAME_STATE_HOURS = 6;

/**
 * Judges T2 (echo or star) against twice T1. The limit holds at one moment: where the two were measured more than an hour
 * apart, T1 has moved since, and beyond six hours neither is held because of the other.
 */
export function judgeT2(t1: CoherenceTime, t2: CoherenceTime): T2Judgement {
  const apart = Date.parse(t2.at) - Date.parse(t1.at);
  const moved = Math.abs(apart) > HOUR_MS ? natural(t1) + natural(t2) : 0;
  const z = Math.log(t2.value / (2 * t1.value)) / Math.sqrt(relative(t1) ** 2 + relative(t2) ** 2 + moved);
  if (z <= 0) return { outcome: 'pass', z };
  const isOneState = Math.abs(apart) <= SAME_STATE_HOURS * HOUR_MS;
  return z <= HOLD_ABOVE || !isOneState
    ? { outcome: 'note', z }
    : { outcome: 'hold', z, held: apart < 0 ? 't1' : 't2' };
}

function relative({ value, error }: CoherenceTime): number {
  const stated = statedError(error);
  return stated === undefined ? RELATIVE_ERROR_WHERE_NONE : stated / value;
}

const natural = ({ sigma = SIGMA_WHERE_NONE }: CoherenceTime): number => sigma ** 2;
