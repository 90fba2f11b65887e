import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../ui/lib/api/api.ts';
import { inProject } from '../../../ui/lib/api/queries.ts';
import type { TargetKind } from '../../../ui/lib/api/wire.ts';

/** Measurements that are read at once. */
const atOnce = 50;

/** The newest value of a metric of a target that waits to be accepted, with its id; null if there is none. */
export const heldOfQuery = (chipId: string, kind: TargetKind, target: string, metric: string) =>
  queryOptions({
    queryKey: inProject('held-values', chipId, kind, target, metric),
    queryFn: async ({ signal }) => {
      let cursor: string | undefined;
      do {
        const page = await api.listHeldMeasurements({ query: { chip_id: chipId, limit: atOnce, cursor }, signal });
        for (const { values, ...measurement } of page.measurements) {
          if (measurement.qid !== target || measurement.target_type !== kind) continue;
          const held = values.find((one) => one.metric === metric);
          if (held && held.value !== null)
            return { ...measurement, ...held, value: held.value, kind, target_id: target };
        }
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      return null;
    },
  });
