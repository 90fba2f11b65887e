import { archivedResultOperations } from '#shared/results/contract/operations/archived-results.ts';
import { archivedMonth, archivedMonthFiles } from '#shared/results/contract/schemas/archived-months.ts';
import type { ArchivedMonthRecord, ListedMonth } from '#shared/results/store/archived-months.ts';
import { listMonths, readMonth, restoreMonth } from '#shared/results/verbs/archive/read-months.ts';
import { endpoint } from '../http/endpoint.ts';
import { present } from '../http/present.ts';
import { withFiles } from '../ports.ts';

export const listArchivedMonths = endpoint(
  archivedResultOperations.listArchivedMonths,
  async ({ ctx, query: { chip_id: chipId, ...page } }) => {
    const { months, total } = await listMonths(ctx, { chipId, ...page });
    return { months: months.map(presentMonth), total, ...page, next_cursor: null };
  },
);

export const getArchivedMonth = endpoint(archivedResultOperations.getArchivedMonth, async ({ ctx, params }) => {
  const { month, files } = await readMonth(withFiles(ctx), { chipId: params.chip_id, month: params.month });
  return present(archivedMonthFiles, { ...month, files }, sizesOf(month));
});

export const restoreArchivedMonth = endpoint(
  archivedResultOperations.restoreArchivedMonth,
  async ({ ctx, params, body }) =>
    presentMonth(await restoreMonth(ctx, { chipId: params.chip_id, month: params.month, days: body.days })),
);

const sizesOf = ({ parts }: ArchivedMonthRecord) => ({
  results: parts.reduce((sum, { rows }) => sum + rows, 0),
  bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
});

const presentMonth = (month: Omit<ListedMonth, 'rev'>) => present(archivedMonth, month, sizesOf(month));
