import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { inProject } from './queries.ts';
import type { TargetKind } from './wire.ts';

/** What single pages of a chip read: every page has the queries that most have. */

/** Topologies that a chip can be created from. */
export const topologiesQuery = () =>
  queryOptions({
    queryKey: inProject('topologies'),
    queryFn: () => api.listTopologies().then((page) => page.topologies),
  });

/** A page of a chip's muxes with the latest results on their qubits, of all time or of a day (`YYYYMMDD`). */
export const muxesQuery = (chipId: string, date: string | undefined, skip: number, limit: number) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'muxes', date ?? 'all', skip, limit),
    queryFn: () => api.listChipMuxes({ params: { chip_id: chipId }, query: { date, skip, limit } }),
  });

/** A page of the days on which a chip was written, the newest first. */
export const chipDaysQuery = (chipId: string, skip: number, limit: number) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'days', skip, limit),
    queryFn: () => api.listChipDays({ params: { chip_id: chipId }, query: { skip, limit } }),
  });

/** A chip as a day (`YYYYMMDD`) left it. */
export const chipDayQuery = (chipId: string, date: string) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'day', date),
    queryFn: () => api.getChipDay({ params: { chip_id: chipId, date } }),
  });

/** The newest days (up to `until`, `YYYYMMDD`) on which a qubit or coupling was written, each with all its values as it left them, newest first. */
export const targetDaysQuery = (chipId: string, kind: TargetKind, id: string, until?: string) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'days-of', kind, id, until),
    queryFn: async () => {
      const query = { limit: 30, until };
      const { days } =
        kind === 'qubit'
          ? await api.listQubitDays({ params: { chip_id: chipId, qid: id }, query })
          : await api.listCouplingDays({ params: { chip_id: chipId, coupling_id: id }, query: { ...query, kind } });
      return days;
    },
  });

/** What deleting a chip would remove. */
export const deletionImpactQuery = (chipId: string) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'deletion-impact'),
    queryFn: () => api.getChipDeletionImpact({ params: { chip_id: chipId } }),
    staleTime: 0,
  });
