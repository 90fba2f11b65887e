import { chip, encodePart, encodeTarget, type Key, project, storedTarget, type TargetRef } from './parts.ts';

/**
 * Keys of metric samples, the history of values: what people and imports wrote in a partition a metric and month, what tasks
 * measured in one a task and month.
 */
export const sampleKeys = {
  sample: (
    projectId: string,
    chipId: string,
    sample: { metric: string; target: TargetRef; at: string; sampleId: string },
  ): Key => ({
    pk: `${chip(projectId, chipId)}#M#${encodePart(sample.metric)}#${monthOf(sample.at)}`,
    sk: `${sample.at}#${encodeTarget(sample.target)}#${encodePart(sample.sampleId)}`,
  }),
  /** The unit of a metric that the catalogue leaves open. */
  unit: (projectId: string, kind: TargetRef['kind'], metric: string): Key => ({
    pk: project(projectId),
    sk: `UNIT#${kind}#${encodePart(metric)}`,
  }),
  /** One metric's samples of one month. */
  month: (projectId: string, chipId: string, metric: string, month: string) => ({
    pk: `${chip(projectId, chipId)}#M#${encodePart(metric)}#${month}`,
    prefix: '',
  }),
  /** gsi3: the history of one metric on one target. */
  ofTarget: (projectId: string, chipId: string, metric: string, target: TargetRef): string =>
    `${chip(projectId, chipId)}#MT#${encodePart(metric)}#${encodeTarget(target)}`,
  ofTargetSort: (at: string, sampleId: string): string => `${at}#${encodePart(sampleId)}`,
  /** gsi4: manual edits of a target in all chips of the project. */
  edits: (projectId: string, target: TargetRef): string =>
    `${project(projectId)}#EDIT#${encodePart(storedTarget(target).id)}`,
  editsSort: (recordedAt: string, chipId: string, metric: string): string =>
    `${recordedAt}#${encodePart(chipId)}#${encodePart(metric)}`,
  /** gsi2: the measurements of a chip that have held values, by when they were made. */
  held: (projectId: string, chipId: string, at: string, sampleId: string) => ({
    gsi2pk: sampleKeys.allHeld(projectId, chipId),
    gsi2sk: sampleKeys.ofTargetSort(at, sampleId),
  }),
  allHeld: (projectId: string, chipId: string): string => `${chip(projectId, chipId)}#HELD`,
  /** The samples of one task result, together. */
  ofTask: (
    projectId: string,
    chipId: string,
    samples: { task: string; target: TargetRef; at: string; taskId: string },
  ): Key => ({
    pk: sampleKeys.taskMonth(projectId, chipId, samples.task, monthOf(samples.at)).pk,
    sk: `${samples.at}#${encodeTarget(samples.target)}#${encodePart(samples.taskId)}`,
  }),
  /** What one task measured in one month. */
  taskMonth: (projectId: string, chipId: string, task: string, month: string) => ({
    pk: `${chip(projectId, chipId)}#S#${encodePart(task)}#${month}`,
    prefix: '',
  }),
  /** gsi3: what one task measured on one target. */
  ofTaskAndTarget: (projectId: string, chipId: string, task: string, target: TargetRef): string =>
    `${chip(projectId, chipId)}#ST#${encodePart(task)}#${encodeTarget(target)}`,
  /** The levels of a qubit's or coupling's series on past days. */
  levels: (projectId: string, chipId: string, target: TargetRef): Key => ({
    pk: chip(projectId, chipId),
    sk: `LEVELS#${encodeTarget(target)}`,
  }),
  allLevels: (projectId: string, chipId: string) => ({ pk: chip(projectId, chipId), prefix: 'LEVELS#' }),
  /** The newest days of the series of a metric, of a part of its targets. */
  recentDays: (projectId: string, chipId: string, metric: string, part: number): Key => ({
    pk: chip(projectId, chipId),
    sk: `${sampleKeys.recentDaysOf(projectId, chipId, metric).prefix}${String(part).padStart(2, '0')}`,
  }),
  recentDaysOf: (projectId: string, chipId: string, metric: string) => ({
    pk: chip(projectId, chipId),
    prefix: `RECENT#${encodePart(metric)}#`,
  }),
  /** How the series of a metric have gone. */
  drift: (projectId: string, chipId: string, metric: string): Key => ({
    pk: chip(projectId, chipId),
    sk: `${sampleKeys.allDrift(projectId, chipId).prefix}${encodePart(metric)}`,
  }),
  allDrift: (projectId: string, chipId: string) => ({ pk: chip(projectId, chipId), prefix: 'DRIFT#' }),
  /** How fast the values of the chip age. */
  horizons: (projectId: string, chipId: string): Key => ({ pk: chip(projectId, chipId), sk: 'HORIZONS' }),
  /** What people decided about it. */
  driftDecisions: (projectId: string, chipId: string): Key => ({ pk: chip(projectId, chipId), sk: 'DRIFTDECISIONS' }),
  /**
   * Marks that a chip has samples of a metric in a month, and with a task the samples that it measured, so that readers
   * need not guess.
   */
  series: (projectId: string, chipId: string, metric: string, month: string, task?: string): Key => ({
    pk: chip(projectId, chipId),
    sk: `SERIES#${encodePart(metric)}#${month}${task === undefined ? '' : `#${encodePart(task)}`}`,
  }),
  allSeries: (projectId: string, chipId: string) => ({ pk: chip(projectId, chipId), prefix: 'SERIES#' }),
  /** The marks of one metric. */
  seriesOf: (projectId: string, chipId: string, metric: string) => ({
    pk: chip(projectId, chipId),
    prefix: `SERIES#${encodePart(metric)}#`,
  }),
};

/** A UTC day (`YYYYMMDD`) or month (`YYYYMM`) within one cool-down; the cool-down is absent for none. */
export interface RollUpSpan {
  span: 'day' | 'month';
  date: string;
  cooldownId?: string | undefined;
}

/** Keys of metric roll-ups: a partition a metric. */
export const rollUpKeys = {
  rollUp: (projectId: string, chipId: string, metric: string, { span, date, cooldownId = '' }: RollUpSpan): Key => ({
    pk: rollUpKeys.all(projectId, chipId, metric).pk,
    sk: `${rollUpKeys.prefix(span, date)}#${encodePart(cooldownId)}`,
  }),
  all: (projectId: string, chipId: string, metric: string) => ({
    pk: `${chip(projectId, chipId)}#R#${encodePart(metric)}`,
    prefix: '',
  }),
  /** What a metric has of a day that is not over. */
  partial: (projectId: string, chipId: string, day: string, metric: string): Key => ({
    pk: rollUpKeys.partials(projectId, chipId).pk,
    sk: `${day}#${encodePart(metric)}`,
  }),
  partials: (projectId: string, chipId: string) => ({ pk: `${chip(projectId, chipId)}#PART`, prefix: '' }),
  /** How the spans of that kind begin whose date begins so. */
  prefix: (span: RollUpSpan['span'], date: string): string => `${span === 'day' ? 'D' : 'M'}#${date}`,
};

/** A UTC day or month whose roll-ups are to be made, or the days that are over, of which the levels are. */
export interface OpenSpan {
  span: RollUpSpan['span'] | 'levels';
  date: string;
}

/** Keys of the spans whose roll-ups are still to be made, or made again. */
export const openSpanKeys = {
  span: (projectId: string, chipId: string, { span, date }: OpenSpan): Key => ({
    pk: openSpanKeys.all(projectId, chipId).pk,
    sk: span === 'levels' ? `L#${date}` : rollUpKeys.prefix(span, date),
  }),
  all: (projectId: string, chipId: string) => ({ pk: `${chip(projectId, chipId)}#OPEN`, prefix: '' }),
  /** gsi2: the spans of all chips by their date; what the sweep reads. */
  open: 'OPEN',
  openSort: (projectId: string, chipId: string, { span, date }: OpenSpan): string =>
    `${date}#${span}#${encodePart(projectId)}#${encodePart(chipId)}`,
};

/** The UTC day `YYYYMMDD` of an instant. */
export const utcDayOf = (instant: string): string => instant.slice(0, 10).replaceAll('-', '');

/** The UTC month `YYYYMM` of an instant; samples are partitioned by it. */
export const monthOf = (instant: string): string => instant.slice(0, 4) + instant.slice(5, 7);
