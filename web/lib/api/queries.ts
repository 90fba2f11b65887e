import { queryOptions, useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { type MetricsView, newestOf } from '../metrics/view.ts';
import { allPages } from './all-pages.ts';
import { api } from './api.ts';
import { PastReason } from './past.ts';
import { currentProject, useCurrentProject } from './session.ts';
import type { ProjectRole, TargetKind } from './wire.ts';

/**
 * What pages read, each under one key. Keys of a project's data begin with `in` and the project's id, so that
 * another project never shows the last one's answers.
 */

/** A key of the current project's data. */
export const inProject = (...rest: unknown[]) => ['in', currentProject.get(), ...rest] as const;

/** Everything of the current project that is cached. */
export const projectKey = () => inProject();

export const meQuery = () => queryOptions({ queryKey: ['me'], queryFn: () => api.getCurrentUser() });

/** Projects in which the caller is an active member. */
export const projectsQuery = () =>
  queryOptions({ queryKey: ['projects'], queryFn: () => api.listProjects().then((page) => page.projects) });

/** The caller's projects that were deleted and can still be taken back. */
export const deletedProjectsQuery = () =>
  queryOptions({
    queryKey: ['projects', 'deleted'],
    queryFn: () => api.listProjects({ query: { deleted: true } }).then((page) => page.projects),
  });

/** Members of a project, in every state. */
export const membersQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['members', projectId],
    queryFn: () => api.listProjectMembers({ params: { project_id: projectId } }).then((page) => page.members),
  });

export const tokensQuery = () =>
  queryOptions({
    queryKey: ['tokens'],
    queryFn: () => api.listApiTokens().then((page) => page.tokens),
  });

/** Settings of the service; they do not change while a page is open. */
export const settingsQuery = () =>
  queryOptions({ queryKey: ['settings'], queryFn: () => api.getSettings(), staleTime: Number.POSITIVE_INFINITY });

export const metricsConfigQuery = () =>
  queryOptions({
    queryKey: inProject('metrics-config'),
    queryFn: () => api.getMetricsConfig(),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** One page of chips, by id. */
export const chipsQuery = (skip: number, limit: number) =>
  queryOptions({
    queryKey: inProject('chips', skip, limit),
    queryFn: () => api.listChips({ query: { skip, limit } }),
  });

/** Every chip, by id: what there is to choose from. */
export const allChipsQuery = () =>
  queryOptions({
    queryKey: inProject('chips', 'all'),
    queryFn: () =>
      allPages(async (cursor) => {
        const { chips, next_cursor } = await api.listChips({ query: { limit: 100, cursor } });
        return { entries: chips, next: next_cursor };
      }),
  });

/** One chip without its maps. */
export const chipQuery = (chipId: string) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'facts'),
    queryFn: () => api.getChip({ params: { chip_id: chipId }, query: { include: 'none' } }),
  });

/** Topologies that a chip can be created from. */
export const topologiesQuery = () =>
  queryOptions({
    queryKey: inProject('topologies'),
    queryFn: () => api.listTopologies().then((page) => page.topologies),
  });

/** One topology; it never changes. */
export const topologyQuery = (topologyId: string) =>
  queryOptions({
    queryKey: inProject('topology', topologyId),
    queryFn: () => api.getTopologyById({ params: { topology_id: topologyId } }).then((response) => response.data),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** One qubit or coupling with its current values. */
export const targetQuery = (chipId: string, kind: TargetKind, id: string) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'target', kind, id),
    queryFn: () =>
      kind === 'qubit'
        ? api.getChipQubit({ params: { chip_id: chipId, qid: id } })
        : api.getChipCoupling({ params: { chip_id: chipId, coupling_id: id } }),
  });

/** The newest days on which a qubit or coupling was written, each with all its values as it left them, newest first. */
export const targetDaysQuery = (chipId: string, kind: TargetKind, id: string) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'days-of', kind, id),
    queryFn: async () => {
      const query = { limit: 30 };
      const { days } =
        kind === 'qubit'
          ? await api.listQubitDays({ params: { chip_id: chipId, qid: id }, query })
          : await api.listCouplingDays({ params: { chip_id: chipId, coupling_id: id }, query });
      return days;
    },
  });

/** Everything that was ever measured of one metric on one target, newest first. */
export const historyQuery = (chipId: string, kind: TargetKind, id: string, metric: string) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'history', kind, id, metric),
    queryFn: () => {
      const query = { metric, within_days: 36500, limit: 1000 };
      return kind === 'qubit'
        ? api.getQubitMetricHistory({ params: { chip_id: chipId, qid: id }, query })
        : api.getCouplingMetricHistory({ params: { chip_id: chipId, coupling_id: id }, query });
    },
  });

/** Metrics of a chip in a view; the cells of all of them unless some are named. */
export const chipMetricsQuery = (
  chipId: string,
  view: MetricsView,
  cells: { metrics?: string[] | undefined; targets?: string[] } = {},
) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'metrics', view, cells),
    queryFn: () => api.getChipMetrics({ params: { chip_id: chipId }, query: { ...view, ...cells } }),
  });

/** The health of a chip's qubits by the newest values of a view. */
export const chipHealthQuery = (chipId: string, view: MetricsView) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'health', newestOf(view)),
    queryFn: () => api.getChipHealth({ params: { chip_id: chipId }, query: newestOf(view) }),
  });

/** The best connected patch of so many qubits, by the same values as the health. */
export const bestPatchQuery = (chipId: string, size: number, view: MetricsView) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'best-patch', size, newestOf(view)),
    queryFn: () => api.getChipBestPatch({ params: { chip_id: chipId }, query: { size, ...newestOf(view) } }),
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

/** Cryostats of the project, by id. */
export const cryostatsQuery = () =>
  queryOptions({
    queryKey: inProject('cryostats'),
    queryFn: () => api.listCryostats({ query: { limit: 100 } }).then((page) => page.cryostats),
  });

/** One page of cool-downs, the latest start first. */
export const cooldownsQuery = (skip: number, limit: number) =>
  queryOptions({
    queryKey: inProject('cooldowns', skip, limit),
    queryFn: () => api.listCooldowns({ query: { skip, limit } }),
  });

export const cooldownQuery = (cooldownId: string) =>
  queryOptions({
    queryKey: inProject('cooldown', cooldownId),
    queryFn: () => api.getCooldown({ params: { cooldown_id: cooldownId } }),
  });

/** The checkpoints of a cool-down's wiring, the newest first; there are at most a hundred. */
export const wiringEventsQuery = (cooldownId: string) =>
  queryOptions({
    queryKey: inProject('cooldown', cooldownId, 'wiring-events'),
    queryFn: async () => (await api.listCooldownWiringEvents({ params: { cooldown_id: cooldownId } })).events,
  });

/** One checkpoint with its blocks. It never changes. */
export const wiringEventQuery = (cooldownId: string, id: string) =>
  queryOptions({
    queryKey: inProject('cooldown', cooldownId, 'wiring-events', id),
    queryFn: () => api.getCooldownWiringEvent({ params: { cooldown_id: cooldownId, event_id: Number(id) } }),
  });

/** What deleting a chip would remove. */
export const deletionImpactQuery = (chipId: string) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'deletion-impact'),
    queryFn: () => api.getChipDeletionImpact({ params: { chip_id: chipId } }),
    staleTime: 0,
  });

/**
 * Why the caller may not write in the current project: they are a viewer, or the page shows the past. Undefined for editors and
 * owners, and until the role is known; the service decides in the end.
 */
export function useReadOnlyReason(): string | undefined {
  const past = useContext(PastReason);
  return useOwnRole() === 'viewer' ? 'View only. Ask an owner for edit access' : past;
}

/** The caller's role in the current project; undefined until it is known. */
export function useOwnRole(): ProjectRole | undefined {
  const projectId = useCurrentProject();
  const me = useQuery(meQuery());
  const members = useQuery({ ...membersQuery(projectId ?? ''), enabled: projectId !== undefined });
  return members.data?.find((member) => member.user_id === me.data?.user_id)?.role;
}
