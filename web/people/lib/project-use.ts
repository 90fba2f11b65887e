import type { ListedProject } from '../../ui/lib/api/wire.ts';

/** What AWS charges in dollars, as in the documented costs: a function has 1 GB, a request passes gateway and function. */
export const pricesOfUse = {
  millionReadUnits: 0.125,
  millionWriteUnits: 0.625,
  functionSecond: 0.0000133334,
  millionRequests: 1.2,
};

type Usage = NonNullable<ListedProject['usage']>[number];

/** What a project used on a day, or on all days that were asked for. */
export interface ProjectUse extends Omit<Usage, 'day'> {
  project: ListedProject;
  /** Undefined for the sum. */
  day: string | undefined;
  dollars: number;
  /** Part of the costs of all projects in these days, 0 to 1. */
  share: number;
}

const dollarsOf = (use: Omit<Usage, 'day'>): number =>
  (use.read_units * pricesOfUse.millionReadUnits +
    use.write_units * pricesOfUse.millionWriteUnits +
    use.requests * pricesOfUse.millionRequests) /
    1e6 +
  use.compute_seconds * pricesOfUse.functionSecond;

const nothing = { requests: 0, read_units: 0, write_units: 0, compute_seconds: 0, bytes: 0 };

function sumOf(days: readonly Usage[]): Omit<Usage, 'day'> {
  const sum = { ...nothing };
  for (const day of days) for (const key of Object.keys(nothing) as (keyof typeof nothing)[]) sum[key] += day[key];
  return sum;
}

/** A row for each project that used anything, in sum or by day. */
export function projectUses(projects: readonly ListedProject[], each: 'sum' | 'day'): ProjectUse[] {
  const rows = projects.flatMap((project) => {
    const { usage = [] } = project;
    if (usage.length === 0) return [];
    const uses = each === 'day' ? usage : [{ ...sumOf(usage), day: undefined }];
    return uses.map((use) => ({ ...use, project, dollars: dollarsOf(use), share: 0 }));
  });
  const total = rows.reduce((sum, { dollars }) => sum + dollars, 0);
  return rows.map((row) => ({ ...row, share: total === 0 ? 0 : row.dollars / total }));
}

const sortedBy: Readonly<Record<string, (use: ProjectUse) => number | string>> = {
  project: ({ project }) => project.name.toLowerCase(),
  owner: ({ project }) => project.owner_username,
  day: ({ day }) => day ?? '',
  reads: (use) => use.read_units,
  writes: (use) => use.write_units,
  seconds: (use) => use.compute_seconds,
  bytes: (use) => use.bytes,
  cost: (use) => use.dollars,
  share: (use) => use.share,
};

/** Uses by a column's id, descending with `-` before it. */
export function sortedUses(uses: readonly ProjectUse[], sort: string): ProjectUse[] {
  const keyOf = sortedBy[sort.replace(/^-/, '')] ?? (() => 0);
  const order = (one: ProjectUse, other: ProjectUse): number => {
    const [a, b] = [keyOf(one), keyOf(other)];
    return a < b ? -1 : a > b ? 1 : 0;
  };
  return sort.startsWith('-') ? uses.toSorted((one, other) => order(other, one)) : uses.toSorted(order);
}
