import * as z from 'zod';
import { instant } from '../../../api/schemas/common.ts';
import { fileLink } from './uploads.ts';

/** A month of UTC in a path. */
export const archiveMonth = z.string().regex(/^\d{4}(0[1-9]|1[0-2])$/, 'must be a month such as 202601');

/** A month of a chip whose task results are kept in files. */
export const archivedMonth = z
  .object({
    chip_id: z.string(),
    chip_deleted: z.boolean().meta({
      description: 'Its results are in the files alone; another chip may have its id',
    }),
    month: z.string().meta({ description: 'Of UTC, such as 202601' }),
    state: z.enum(['archiving', 'archived', 'restoring', 'restored']).meta({
      description:
        '`archiving`: results are leaving the table; `archived`: the files alone have them; `restoring`: they are coming back; `restored`: all are back',
    }),
    results: z.int().meta({ description: 'In the files' }),
    bytes: z.int().meta({ description: 'Of the files' }),
    archived_at: instant.nullable().meta({ description: 'Null while it is archived for the first time' }),
    restored_until: instant.nullable(),
    restored_by: z.string().nullable(),
  })
  .meta({ id: 'ArchivedMonth' });

/** The same with where its files are read. */
export const archivedMonthFiles = archivedMonth
  .extend({
    files: z.array(fileLink).meta({
      description: 'Parquet, a row for each result. `record` is all of it as JSON',
    }),
  })
  .meta({ id: 'ArchivedMonthFiles' });

export const restoreArchivedBody = z
  .object({ days: z.int().min(1).max(90).default(14) })
  .meta({ id: 'RestoreArchivedMonth' });
