import { pages, shell } from '../pages.ts';
import type { Measured } from '../read-case.ts';
import measured from './measured.json' with { type: 'json' };

/** What of the reckoning of a view of the dashboard differs from the reads of its page by more than a tenth. */
export function dashboardProblems(
  reads: readonly Pick<Measured, 'name' | 'totalUnits'>[],
  view: { requests: number; readUnits: number } = measured.dashboardView,
): string[] {
  const names = [...shell, ...(pages['/dashboard'] ?? [])];
  const units = names.reduce(
    (sum, name) => sum + (reads.find((read) => read.name === name)?.totalUnits ?? Number.NaN),
    0,
  );
  return [
    ...(view.requests === names.length ? [] : [`measured.json reckons ${view.requests} requests of ${names.length}`]),
    ...(Math.abs(view.readUnits / units - 1) < 0.1
      ? []
      : [`measured.json reckons ${view.readUnits} units of ${units}`]),
  ];
}
