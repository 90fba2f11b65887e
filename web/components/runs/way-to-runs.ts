import type { Breadcrumb } from '../page.tsx';

/** The way to the runs, by the chip as soon as it is known. */
export const wayToRuns = (chipId: string | undefined): Breadcrumb[] => [
  ...(chipId === undefined ? [] : [{ label: chipId, to: '/chips/$chipId', params: { chipId } }]),
  { label: 'Runs', to: '/execution' },
];
