import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#shared/api/client.ts';
import { RESERVED_FLOW_NAMES } from '#shared/flows/rules/names.ts';
import { allPages } from '../../ui/lib/api/all-pages.ts';
import { api } from '../../ui/lib/api/api.ts';
import { inProject } from '../../ui/lib/api/queries.ts';

/** What pages of flows read. */

/** Flows of the project, the latest update first. */
export const flowsQuery = () =>
  queryOptions({
    queryKey: inProject('flows'),
    queryFn: () => api.listFlows({ query: { limit: 500 } }).then((page) => page.flows),
  });

/** One flow with its source and its etag. */
export const flowQuery = (name: string) =>
  queryOptions({
    queryKey: inProject('flow', name),
    queryFn: () => {
      // At the addresses of these names the API has other things (rule FLOW-1).
      if (RESERVED_FLOW_NAMES.includes(name))
        throw new ApiError(404, `Flow '${name}' not found`, { code: 'not_found' });
      return api.getFlow({ params: { name } });
    },
  });

/** Every version of a flow, the latest first. */
export const flowVersionsQuery = (name: string) =>
  queryOptions({
    queryKey: inProject('flow', name, 'versions'),
    queryFn: () =>
      allPages(async (cursor) => {
        const page = await api.listFlowVersions({ params: { name }, query: { limit: 100, cursor } });
        return { entries: page.versions, next: page.next_cursor };
      }),
  });

/** One version of a flow; it never changes. */
export const flowVersionQuery = (name: string, version: number) =>
  queryOptions({
    queryKey: inProject('flow', name, 'version', version),
    queryFn: () => api.getFlowVersion({ params: { name, version } }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const flowTemplatesQuery = () =>
  queryOptions({
    queryKey: ['flow-templates'],
    queryFn: () => api.listFlowTemplates(),
    staleTime: Number.POSITIVE_INFINITY,
  });
