import { executionOperations } from '#shared/contract/operations/executions.ts';
import { chipDates } from '#shared/services/runs/chip-dates.ts';
import { endpoint } from '../../http/endpoint.ts';

export const getChipDates = endpoint(executionOperations.getChipDates, async ({ ctx, params }) => ({
  data: await chipDates(ctx, params.chip_id),
}));
