import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { inProject } from '../api/queries.ts';

/** Measurements that are read at once, and values that are decided with one request. */
export const heldAtOnce = 50;

/** What waits to be accepted on a chip. */
export const heldQuery = (chipId: string) =>
  queryOptions({
    queryKey: inProject('held-values', chipId),
    queryFn: ({ signal }) => api.listHeldMeasurements({ query: { chip_id: chipId, limit: heldAtOnce }, signal }),
  });
