import * as z from 'zod';
import { define } from '../../../api/define.ts';
import { pageFields, pageQuery } from '../../../api/schemas/common.ts';
import { createExportBody, tableExport } from '../schemas/exports.ts';

const ofExport = z.object({ export_id: z.uuid() });

/** Exports of rows, which are made as jobs. */
export const exportJobOperations = {
  createExport: define('createExport', {
    summary: 'Has samples or task results written to a file of any size, as a job',
    description:
      'Answers at once; `GET /exports/{export_id}` says how far it is and where the file is read, which is there for a day. `complete_until` says what is in it; rows that are written while it is made may be missing.',
    body: createExportBody,
    status: 201,
    response: tableExport,
    errors: ['unknown_reference', 'limit_reached'],
  }),
  listExports: define('listExports', {
    summary: 'Exports of the last two days, the youngest first',
    query: z.object({ skip: pageQuery.skip, limit: pageQuery.limit }),
    status: 200,
    response: z.object({
      exports: z.array(tableExport),
      ...pageFields,
      next_cursor: pageFields.next_cursor.meta({ description: 'Always null: further exports are asked for by `skip`' }),
    }),
  }),
  getExport: define('getExport', {
    summary: 'State of an export, and where to read its file',
    params: ofExport,
    status: 200,
    response: tableExport,
    errors: ['not_found'],
  }),
  cancelExport: define('cancelExport', {
    summary: 'Cancel an export that is being made',
    params: ofExport,
    status: 200,
    response: tableExport,
    errors: ['not_found', 'conflict'],
  }),
};
