import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api, type ResponseBody } from '../../../ui/lib/api/api.ts';
import { inProject, projectKey } from '../../../ui/lib/api/queries.ts';
import { useWrite } from '../../../ui/lib/api/use-write.ts';

/** Measurements that are read at once, and values that are decided with one request. */
export const heldAtOnce = 50;

/** What waits to be accepted on a chip. */
export const heldQuery = (chipId: string) =>
  queryOptions({
    queryKey: inProject('held-values', chipId),
    queryFn: ({ signal }) => api.listHeldMeasurements({ query: { chip_id: chipId, limit: heldAtOnce }, signal }),
  });

type Measurements = ResponseBody<'listHeldMeasurements'>;
type Measurement = Measurements['measurements'][number];

/** One held value with its measurement. */
export type HeldValue = Omit<Measurement, 'values'> & Measurement['values'][number];

/** The held values of a list of measurements. */
export const heldValuesOf = ({ measurements }: Measurements): HeldValue[] =>
  measurements.flatMap(({ values, ...measurement }) => values.map((value) => ({ ...measurement, ...value })));

/** A decision on held values, and its reason. */
interface HeldDecision {
  decision: 'accept' | 'reject';
  reason: string;
  values: readonly { id: string; metric: string }[];
}

/** Accepts or rejects held values of a chip; fails with why where one of them was refused. */
export function useDecideHeld(chipId: string, after: () => void) {
  const queryClient = useQueryClient();
  return useWrite(async ({ decision, reason, values }: HeldDecision) => {
    const wanted = values.slice(0, heldAtOnce).map(({ id, metric }) => ({ id, metric }));
    const decided = await api.decideHeldValues({ body: { chip_id: chipId, decision, reason, values: wanted } });
    const refused = decided.values.find(({ outcome }) => outcome === 'refused');
    if (!refused) return;
    // The others were decided.
    await queryClient.invalidateQueries({ queryKey: projectKey() });
    throw new Error(refused.message);
  }, after);
}
