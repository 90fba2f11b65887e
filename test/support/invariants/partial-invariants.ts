import { expect } from 'vitest';
import { type ChipRecord, getChip } from '#shared/chips/store/chips.ts';
import type { Context } from '#shared/kernel/context.ts';
import type { RolledTargets } from '#shared/values/store/roll-ups.ts';
import {
  type MeasuredSpans,
  type RangeRequest,
  readMeasuredSpans,
  rollUpsOfRange,
} from '#shared/values/verbs/range-roll-ups.ts';

/** What was read, as bytes; the order of targets says nothing. */
const textOf = (found: ReadonlyMap<string, RolledTargets>) =>
  [...found]
    .map(([metric, targets]) => [
      metric,
      targets.map(({ target: { kind, id }, rollUp }) => `${kind} ${id} ${JSON.stringify(rollUp)}`).sort(),
    ])
    .sort();

/** The marks as if no partial roll-up had been made. */
export const withoutPartials = ({ series, open }: MeasuredSpans): MeasuredSpans => ({
  series,
  open: open.map(({ partial: _partial, ...mark }) => mark),
});

/** Ranges that are read with partial roll-ups have the same bytes as from every sample. Answers how many partial roll-ups there are. */
export async function checkPartials(
  { db }: Pick<Context, 'db'>,
  ref: { projectId: string; chipId: string },
  requests: readonly RangeRequest[],
): Promise<number> {
  const chip = await getChip(db, ref.projectId, ref.chipId);
  if (!chip) throw new Error(`Chip '${ref.chipId}' is gone`);
  const spans = await readMeasuredSpans(db, ref.projectId, ref.chipId);
  for (const request of requests) await checkRange(db, chip, spans, request);
  return spans.open.reduce((sum, { partial }) => sum + (partial?.metrics.length ?? 0), 0);
}

async function checkRange(
  db: Context['db'],
  chip: ChipRecord,
  spans: MeasuredSpans,
  request: RangeRequest,
): Promise<void> {
  const [found, raw] = await Promise.all([
    rollUpsOfRange(db, chip, spans, request),
    rollUpsOfRange(db, chip, withoutPartials(spans), request),
  ]);
  expect([request, textOf(found)]).toEqual([request, textOf(raw)]);
}
