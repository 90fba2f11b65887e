import { chip, encodePart, encodeTarget, type Key, project, type TargetRef } from './parts.ts';

/** Keys of metric samples: the history of values, a partition a metric and month. */
export const sampleKeys = {
  sample: (
    projectId: string,
    chipId: string,
    sample: { metric: string; target: TargetRef; at: string; sampleId: string },
  ): Key => ({
    pk: `${chip(projectId, chipId)}#M#${encodePart(sample.metric)}#${monthOf(sample.at)}`,
    sk: `${sample.at}#${encodeTarget(sample.target)}#${encodePart(sample.sampleId)}`,
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
  edits: (projectId: string, targetId: string): string => `${project(projectId)}#EDIT#${encodePart(targetId)}`,
  editsSort: (recordedAt: string, chipId: string, metric: string): string =>
    `${recordedAt}#${encodePart(chipId)}#${encodePart(metric)}`,
  /** Marks that a chip has samples of a metric in a month, so that they can be found without guessing. */
  series: (projectId: string, chipId: string, metric: string, month: string): Key => ({
    pk: chip(projectId, chipId),
    sk: `SERIES#${encodePart(metric)}#${month}`,
  }),
  allSeries: (projectId: string, chipId: string) => ({ pk: chip(projectId, chipId), prefix: 'SERIES#' }),
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
  /** How the spans of that kind begin whose date begins so. */
  prefix: (span: RollUpSpan['span'], date: string): string => `${span === 'day' ? 'D' : 'M'}#${date}`,
};

/** The UTC month `YYYYMM` of an instant; samples are partitioned by it. */
export const monthOf = (instant: string): string => instant.slice(0, 4) + instant.slice(5, 7);
