import { queryOptions, useQuery } from '@tanstack/react-query';
import { type MetricsView, newestOf } from '../../../values/lib/metrics/view.ts';
import { allPages } from './all-pages.ts';
import { api } from './api.ts';
import { usePast } from './past.ts';
import { currentProject } from './session.ts';
import type { ProjectRole, TargetKind } from './wire.ts';

/**
 * What pages read, each under one key. Keys of a project's data begin with `in` and the project's id, so that
 * another project never shows the last one's answers.
 */

/** A key of the current project's data. */
export const inProject = (...rest: unknown[]) => ['in', currentProject(), ...rest] as const;

/** Everything of the current project that is cached. */
export const projectKey = () => inProject();

/**
 * The caller. The first answer brings all that the frame of every page is drawn from, and fills the queries of these parts; each of
 * them is read again by itself.
 */
export const meQuery = () =>
  queryOptions({
    queryKey: ['me'],
    queryFn: async ({ client }) => {
      if (client.getQueryData(projectsQuery().queryKey)) return api.getCurrentUser();
      const include = ['projects', 'settings', 'unread_count'] as const;
      const { projects, settings, unread_count: unread, ...user } = await api.getCurrentUser({ query: { include } });
      // Absent until a new password is chosen.
      if (projects) client.setQueryData(projectsQuery().queryKey, projects);
      if (settings) client.setQueryData(settingsQuery().queryKey, settings);
      if (unread !== undefined) client.setQueryData(unreadKey, unread);
      return user;
    },
  });

/** Key of the number of unread notifications, which the answer for the caller brings first. */
export const unreadKey = ['notifications', 'unread'] as const;

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

/** What a project keeps and may keep; for its owner alone. */
export const projectUsageQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'usage'],
    queryFn: () => api.getProjectUsage({ params: { project_id: projectId } }),
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

/** One chip without its maps, as it is or was. */
export const chipQuery = (chipId: string, asOf?: string) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'facts', asOf),
    queryFn: () => api.getChip({ params: { chip_id: chipId }, query: { include: 'none', as_of: asOf } }),
  });

/** One topology; it never changes. */
export const topologyQuery = (topologyId: string) =>
  queryOptions({
    queryKey: inProject('topology', topologyId),
    queryFn: () => api.getTopologyById({ params: { topology_id: topologyId } }).then((response) => response.data),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** One qubit, coupling or element with its values as they are or were. */
export const targetQuery = (chipId: string, kind: TargetKind, id: string, asOf?: string) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'target', kind, id, asOf),
    queryFn: () =>
      kind === 'qubit'
        ? api.getChipQubit({ params: { chip_id: chipId, qid: id }, query: { as_of: asOf } })
        : api.getChipCoupling({ params: { chip_id: chipId, coupling_id: id }, query: { as_of: asOf, kind } }),
  });

/** Everything that was ever measured of one metric on one target, or until then, newest first. */
export const historyQuery = (chipId: string, kind: TargetKind, id: string, metric: string, asOf?: string) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'history', kind, id, metric, asOf),
    queryFn: () => {
      const query = { metric, within_days: 36500, limit: 1000, as_of: asOf };
      return kind === 'qubit'
        ? api.getQubitMetricHistory({ params: { chip_id: chipId, qid: id }, query })
        : api.getCouplingMetricHistory({ params: { chip_id: chipId, coupling_id: id }, query: { ...query, kind } });
    },
  });

/** The placeholder until an answer arrives: the answer for another time, of the same chip. */
export const ofSameChip =
  (chipId: string) =>
  <T extends { chip_id: string }>(previous: T | undefined): T | undefined =>
    previous?.chip_id === chipId ? previous : undefined;

/** Metrics of a chip in a view; the cells of all of them unless some are named. */
export const chipMetricsQuery = (
  chipId: string,
  view: MetricsView,
  cells: { metrics?: string[] | undefined; targets?: string[] } = {},
) =>
  queryOptions({
    queryKey: inProject('chip', chipId, 'metrics', view, cells),
    queryFn: () => api.getChipMetrics({ params: { chip_id: chipId }, query: { ...view, ...cells }, ifChanged: true }),
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

/**
 * Why the caller may not write in the current project: they are a viewer, or the page shows the past. Undefined for editors and
 * owners, and until the role is known; the service decides in the end.
 */
export function useReadOnlyReason(): string | undefined {
  const past = usePast();
  if (useOwnRole() === 'viewer') return 'View only. Ask an owner for edit access';
  return past && 'This is how it was. Go back to now to change anything';
}

/** The caller's role in the current project; undefined until it is known. */
export function useOwnRole(): ProjectRole | undefined {
  const projects = useQuery({ ...projectsQuery(), enabled: useQuery(meQuery()).data !== undefined });
  return projects.data?.find(({ project_id: id }) => id === currentProject())?.role;
}
