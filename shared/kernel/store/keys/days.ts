import { chip, encodePart, type Key } from './parts.ts';

/** Keys of the days of a chip. */
export const dayKeys = {
  /** How a day left the chip itself. */
  chipDay: (projectId: string, chipId: string, date: string): Key => ({
    pk: dayKeys.all(projectId, chipId).pk,
    sk: dayKeys.chipDaySort(date),
  }),
  chipDaySort: (date: string): string => `D#${date}`,
  chipDays: (projectId: string, chipId: string) => ({ pk: dayKeys.all(projectId, chipId).pk, prefix: 'D#' }),
  /** Where the state of each of its targets at the end of that day is. */
  directory: (projectId: string, chipId: string, date: string): Key => ({
    pk: dayKeys.all(projectId, chipId).pk,
    sk: dayKeys.directorySort(date),
  }),
  directorySort: (date: string): string => `T#${date}`,
  all: (projectId: string, chipId: string) => ({ pk: `${chip(projectId, chipId)}#DAYS`, prefix: '' }),
  /** The mark of a day on which the chip was changed, until the day is closed. */
  open: (projectId: string, chipId: string, date: string): Key => ({
    pk: chip(projectId, chipId),
    sk: `OPENDAY#${date}`,
  }),
  openDays: (projectId: string, chipId: string) => ({ pk: chip(projectId, chipId), prefix: 'OPENDAY#' }),
  /** gsi2: the open days of all chips; what the sweep reads. */
  openIndex: 'OPENDAY',
  openSort: (projectId: string, chipId: string, date: string): string =>
    `${date}#${encodePart(projectId)}#${encodePart(chipId)}`,
};
