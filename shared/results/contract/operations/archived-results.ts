import * as z from 'zod';
import { define } from '../../../api/define.ts';
import { chipId, pageFields, pageQuery } from '../../../api/schemas/common.ts';
import { archivedMonth, archivedMonthFiles, archiveMonth, restoreArchivedBody } from '../schemas/archived-months.ts';

const ofMonth = z.object({ chip_id: chipId, month: archiveMonth });

/** Task results that are kept in files. */
export const archivedResultOperations = {
  listArchivedMonths: define('listArchivedMonths', {
    summary: 'Months of task results that were taken out of the table and are kept in files',
    description:
      'Of all chips, deleted ones too, or of one: by chip, the oldest month first. Values over time, daily rows, roll-ups and the latest results of such a month are read as ever.',
    query: z.object({ chip_id: chipId.optional(), skip: pageQuery.skip, limit: pageQuery.limit }),
    status: 200,
    response: z.object({
      months: z.array(archivedMonth),
      ...pageFields,
      next_cursor: pageFields.next_cursor.meta({ description: 'Always null: further months are asked for by `skip`' }),
    }),
  }),
  getArchivedMonth: define('getArchivedMonth', {
    summary: 'An archived month of task results, and where its files are read',
    params: ofMonth,
    status: 200,
    response: archivedMonthFiles,
    errors: ['not_found'],
  }),
  restoreArchivedMonth: define('restoreArchivedMonth', {
    summary: 'Bring the task results of an archived month back for some days',
    description:
      'Answers at once; the state is `restored` once all are back, some minutes later. Asked for again, they stay for as many days from then on. What is changed meanwhile stays.',
    params: ofMonth,
    body: restoreArchivedBody,
    status: 200,
    response: archivedMonth,
    errors: ['not_found', 'conflict', 'concurrent_change'],
  }),
};
