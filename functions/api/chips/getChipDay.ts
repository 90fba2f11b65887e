import { chipOperations } from '#shared/contract/operations/chips.ts';
import { chipOnDay } from '#shared/services/history/read-day.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentChipOnDay } from './present.ts';

export const getChipDay = endpoint(chipOperations.getChipDay, async ({ ctx, params }) =>
  presentChipOnDay(await chipOnDay(ctx, params.chip_id, params.date)),
);
