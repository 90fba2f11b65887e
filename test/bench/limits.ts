import type { Measured } from './read-case.ts';

/**
 * Most sequential round trips after authentication, and most read units over the minimum
 * (docs/design/storage.md#capacity).
 */
export const limits = { trips: 2, ratio: 1.25 };

/** A read that may cost more, and why. `name` is the beginning of the names of the reads that it is for. */
export interface Exception {
  name: string;
  trips: number;
  ratio: number;
  why: string;
}

/** Reads that may cost more than the limits; one that needs no exception any more fails the bench as well. */
export const exceptions: readonly Exception[] = [
  ...['getCooldown', 'listCooldowns'].map((name) => ({
    ...{ name, trips: 3, ratio: 2 },
    why: 'a deleted chip keeps its place in cool-downs and is not shown: whether there is one is a unit more, of one to four.',
  })),
  {
    name: 'getManualEdits',
    trips: 2,
    ratio: 1.4,
    why: 'edits of a deleted chip are not shown: whether there is one is a unit more, of two to three.',
  },
  {
    name: 'getProjectArchiveRecords, the last',
    trips: 3,
    ratio: 1.25,
    why: 'an archive leaves deleted chips out: whether there is one is asked first.',
  },
  {
    name: 'getHistoricalQubitTaskResults, of a day that is over',
    trips: 2,
    ratio: 2.25,
    why:
      'the latest of all are read first, since those of that day have no row of their own. The minimum counts the rows of the ' +
      'day alone.',
  },
  {
    name: 'listRunLog',
    trips: 2,
    ratio: 1.7,
    why: 'a batch may hold a single line: as many batches are read as lines are asked for, here twice as many as have them.',
  },
  {
    name: 'listQubitNoteComments',
    trips: 2,
    ratio: 1.34,
    why:
      'the chip is read with the target, and again alongside the notes and the cool-down that decide the scope: one unit more, ' +
      'of three.',
  },
  {
    name: 'listCouplingNoteComments',
    trips: 2,
    ratio: 1.34,
    why:
      'the chip is read with the target, and again alongside the notes and the cool-down that decide the scope: one unit more, ' +
      'of three.',
  },
  {
    name: 'listUserSessions',
    trips: 3,
    ratio: 1.25,
    why: 'the name leads to the user, whose token version says which sessions have ended. Administrators alone read it.',
  },
  {
    name: 'getUserDetails',
    trips: 3,
    ratio: 1.25,
    why: 'the name leads to the user, whose memberships lead to the projects. Administrators alone read it.',
  },
];

/** Read units over the minimum; a read of nothing has the ratio 1. */
export const ratioOf = ({ units, minimum }: Measured): number => (units === minimum ? 1 : units / minimum);

/** The exception that a read falls under. */
export const exceptionOf = (measured: Measured): Exception | undefined =>
  exceptions.find(({ name }) => measured.name.startsWith(name));

const isWithin = (measured: Measured, bounds: { trips: number; ratio: number }): boolean =>
  measured.trips <= bounds.trips && ratioOf(measured) <= bounds.ratio;

/** Reads that cost more than they may, a sentence each. */
export const beyondLimits = (all: readonly Measured[]): string[] =>
  all
    .filter((measured) => !isWithin(measured, exceptionOf(measured) ?? limits))
    .map(
      (measured) =>
        `${measured.name}: ${measured.trips} sequential round trips, ${ratioOf(measured).toFixed(2)} of the minimum capacity`,
    );

/** Everything that is wrong with the measured reads, a sentence each. */
export function problemsOf(all: readonly Measured[]): string[] {
  const needless = exceptions
    .filter((exception) => all.every((measured) => exceptionOf(measured) !== exception || isWithin(measured, limits)))
    .map(({ name }) => `The exception '${name}' is not needed any more`);
  return [...beyondLimits(all), ...needless, ...implausible(all)];
}

/** Calls whose capacity, as the engine reports it, is not what the sizes of their items make. */
function implausible(all: readonly Measured[]): string[] {
  return all.flatMap(({ name, calls }) =>
    calls.flatMap(({ operation, reportedUnits, computedUnits }) => {
      if (computedUnits === undefined) return [];
      const tolerance = Math.max(1, 0.1 * computedUnits);
      if (Math.abs(reportedUnits - computedUnits) <= tolerance) return [];
      return [`${name}: the engine reports ${reportedUnits} units for a ${operation}, the items make ${computedUnits}`];
    }),
  );
}
