import type { Breadcrumb } from '../../ui/components/page.tsx';

/** The breadcrumbs of the runs, with the chip; empty until the chip is known, so that no crumb moves another. */
export const wayToRuns = (chipId: string | undefined): Breadcrumb[] =>
  chipId === undefined
    ? []
    : [
        { label: chipId, to: '/chips/$chipId', params: { chipId } },
        { label: 'Runs', to: '/execution' },
      ];
