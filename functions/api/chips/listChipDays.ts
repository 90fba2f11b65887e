import { chipOperations } from '#shared/contract/operations/chips.ts';
import * as days from '#shared/services/history/list-days.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentChipDay } from './present.ts';

export const listChipDays = endpoint(chipOperations.listChipDays, async ({ ctx, params, query }) => {
  const { records, ...page } = await days.listChipDays(ctx, params.chip_id, query);
  return { days: records.map((row) => presentChipDay(row, row.date, row)), ...page, next_cursor: null };
});
