import type { Breadcrumb } from '../../ui/components/page.tsx';

/** The breadcrumb of every page of a chip; `search` keeps the past that the page shows (rule NAV-3). */
export const wayToChip = (chipId: string, search: Record<string, string> = {}): Breadcrumb[] => [
  { label: chipId, to: '/chips/$chipId', params: { chipId }, search },
];
