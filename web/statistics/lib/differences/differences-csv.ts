import type { CsvField } from '#shared/devices/rules/export/csv.ts';
import { unitField } from '#shared/devices/rules/export/unit-name.ts';
import type { Difference } from './queries.ts';

/** Differences as rows of a file, heads first: stored values in full precision with their units, times in UTC. */
export const differencesCsv = (differences: readonly Difference[]): CsvField[][] => [
  [
    'kind',
    'target',
    'metric',
    'presence',
    'unit',
    'before',
    'before_error',
    'before_n',
    'before_at',
    'before_source',
  ].concat(
    ['after', 'after_error', 'after_n', 'after_at', 'after_source', 'change', 'relative_change', 'z', 'p', 'q'],
    ['verdict', 'established', 'material', 'basis', 'direction', 'not_scored'],
  ),
  ...differences.map(({ before, after, score, ...one }): CsvField[] => [
    ...[one.kind, one.target_id, one.metric, one.presence, unitOf(before, after)],
    ...sideFields(before),
    ...sideFields(after),
    ...[one.change, one.relative_change, score?.z, score?.p, score?.q, score?.verdict],
    ...[score && String(score.established), score && String(score.material), score?.basis],
    ...[one.direction, one.not_scored],
  ]),
];

/** The unit of both sides; if they do not convert, both are named in their order. */
function unitOf(before: Difference['before'], after: Difference['after']): string {
  const units = [before, after].flatMap((side) => (side && side.value !== null ? [unitField(side.unit)] : []));
  return [...new Set(units)].join(' / ') || '1';
}

const sideFields = (side: Difference['before']): CsvField[] => [
  side?.value,
  side?.error,
  side?.n,
  side?.at,
  side?.source,
];
