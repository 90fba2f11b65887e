import type { Breadcrumb } from '../page.tsx';

/** The way to the runs, by the chip; nothing of it before that is known, so that no step moves another. */
export const wayToRuns = (chipId: string | undefined): Breadcrumb[] =>
  chipId === undefined
    ? []
    : [
        { label: chipId, to: '/chips/$chipId', params: { chipId } },
        { label: 'Runs', to: '/execution' },
      ];
