import { StartButton } from '../../../../runs/components/start-button.tsx';
import type { Wanted } from '../../../../runs/lib/measure-jobs.ts';
import type { ChipOverview } from '../../../../statistics/lib/overview/queries.ts';

/** Repeats each failed task on its own target, and measures each expired value. */
export const MeasureThese = ({ chipId, overview }: { chipId: string; overview: ChipOverview }) => (
  <StartButton chipId={chipId} wanted={wantedOf(overview)} label={`Measure these ${overview.to_measure.targets}…`} />
);

/** Each failed task on its own target, and each expired value. */
const wantedOf = ({ failed, expired }: ChipOverview): Wanted[] => [
  ...failed.items.flatMap(({ task_type: kind, target_id: id, task_name: task }): Wanted[] =>
    kind === 'qubit' || kind === 'coupling' ? [{ kind, id, task }] : [],
  ),
  ...expired.items.map(({ kind, target_id: id, metric }) => ({ kind, id, metric })),
];
