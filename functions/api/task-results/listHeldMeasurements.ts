import { taskResultOperations } from '#shared/contract/operations/task-results.ts';
import { heldDifferences } from '#shared/services/differences/read-differences.ts';
import { listHeld } from '#shared/services/gate/list-held.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentHeld } from '../held-measurement.ts';
import { pageOf } from '../page.ts';

export const listHeldMeasurements = endpoint(taskResultOperations.listHeldMeasurements, async ({ ctx, query }) => {
  const page = await listHeld(ctx, query.chip_id, query);
  const changes = page.records.length > 0 ? await heldDifferences(ctx, query.chip_id) : [];
  return { measurements: page.records.flatMap((samples) => presentHeld(samples, changes)), ...pageOf(page) };
});
