import type { OperationId } from '#shared/api/routes.ts';
import { chipCases } from '../cases/chips.ts';
import type { ReadCase } from '../read-case.ts';
import { dayTasks } from './seed.ts';

/** Every read of a chip that is being measured today: those of all chips, and more of those over time. */
export function openDayCases(
  projectId: string,
  chip: { chipId: string; qubits: number },
  midnight: number,
): ReadCase[] {
  const asOf = new Date(midnight - 3_600_000).toISOString();
  const measured = dayTasks.flatMap(({ metrics }) => metrics);
  const today = new Date(midnight).toISOString().slice(0, 10);
  const ofChips = chipCases({ projectId, asOf }, { ...chip, measured }, today);
  return [...casesOverTime(projectId, chip.chipId, midnight), ...ofChips];
}

/**
 * Reads over time of a chip that is being measured today. Parts of days, such as an instant of this morning, are not among them:
 * they cost what the same part of a day that is over costs.
 * @param midnight when today (UTC) began
 */
export function casesOverTime(projectId: string, chipId: string, midnight: number): ReadCase[] {
  const daysBefore = (days: number) => new Date(midnight - days * 86_400_000).toISOString();
  const yesterday = new Date(midnight - 3_600_000).toISOString();
  const make = (operationId: OperationId, note: string, query: Record<string, string> = {}): ReadCase => ({
    name: `${operationId}${note === '' ? '' : `, ${note}`}`,
    ...{ operationId, projectId, contributes: [], params: { chip_id: chipId }, query },
  });
  const metrics = (note: string, query: Record<string, string>) => make('getChipMetrics', note, query);
  return [
    metrics('latest', {}),
    metrics('best', { selection_mode: 'best' }),
    metrics('average', { selection_mode: 'average' }),
    metrics('best of a week', { selection_mode: 'best', start_at: daysBefore(7) }),
    metrics('average of today', { selection_mode: 'average', start_at: daysBefore(0) }),
    metrics('best of one metric', { selection_mode: 'best', metrics: 't1' }),
    metrics('as of yesterday', { as_of: yesterday }),
    metrics('best as of yesterday', { as_of: yesterday, selection_mode: 'best' }),
    make('getChipMetricsSummary', ''),
    {
      ...make('getChipMetricHeatmap', ''),
      params: { chip_id: chipId, metric: 't1' },
    },
    make('getChipMedians', '', { timezone: 'UTC' }),
    make('getChipHealth', '', { couplings: 'true' }),
    make('getChipHealth', 'as of yesterday', { as_of: yesterday }),
    make('getChipBestPatch', '', { size: '10' }),
    make('getChipDifferences', 'since yesterday', { as_of_before: yesterday }),
    make('getChipOverview', 'since yesterday', { since: yesterday }),
    make('getChipDrift', ''),
    make('getChip', 'as of yesterday', { as_of: yesterday }),
  ];
}
