import type { OutputParameter } from './task-outcome.ts';

/** The tasks whose stored raw data can be fitted again. */
export const reanalysedTasks = ['CheckQubitSpectroscopy', 'CheckResonatorSpectroscopy'] as const;
export type ReanalysedTask = (typeof reanalysedTasks)[number];

/**
 * The parameters of such a fit that change what it finds. QDash's request has more: those of its own way to find lines are
 * refused by name (rule TASK-13).
 */
export const fitParameters = {
  CheckQubitSpectroscopy: ['f01_height_min', 'f12_distance_min', 'f12_distance_max', 'f12_height_min'],
  CheckResonatorSpectroscopy: ['low_power'],
} as const satisfies Record<ReanalysedTask, readonly string[]>;

/** The names among those given that the fit has no use for; a null gives nothing. */
export const unusedParameters = (task: ReanalysedTask, given: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(given).filter((name) => given[name] != null && !fitParameters[task].some((one) => one === name));

/** What a fit says of raw data that are kept. */
export interface Reanalysis {
  /** For Plotly. */
  figure: { data: object[]; layout: object };
  /** By metric key; empty where there is a problem. */
  outputParameters: Record<string, OutputParameter>;
  r2?: number | undefined;
  /** Why the fit is not accepted, as the task would have said it. */
  problem?: string | undefined;
}

/** Why nothing was fitted: what is wrong, and how. */
export interface UnfitInput {
  refused: 'parameters' | 'raw data';
  reason: string;
}

/** Fits raw data by the run parameters of their task: those that were kept, and over them the ones to try. */
export type FitRawData = (
  task: ReanalysedTask,
  csv: string,
  parameters: Readonly<Record<string, unknown>>,
) => Reanalysis | UnfitInput;
