import * as z from 'zod';
import { fileLink } from '../../../results/contract/schemas/uploads.ts';

/** Lines of JSON, one record each, without their breaks. */
const lines = z.array(z.string()).meta({
  description: 'JSON texts, one record each: `kind`, `version`, `rev`, `record`, and in `bytes` its fields in base64',
});

const nextCursor = z.string().nullable();

/** How an archive of a project begins. */
export const projectArchive = z
  .object({
    format: z.int().meta({ description: 'The version of the archive: a service takes those up to its own' }),
    service_version: z.string(),
    project_id: z.string(),
    name: z.string(),
    lines: lines.meta({ description: 'The project, its members and its chips, as the other records' }),
    digest: z.string().meta({ description: 'The same as long as the lines are' }),
  })
  .meta({ id: 'ProjectArchive' });

/** Some records of an archive. */
export const archiveRecords = z
  .object({
    lines,
    next_cursor: nextCursor,
    digest: z.string().meta({ description: 'The same as long as the page is; the `ETag` too' }),
  })
  .meta({ id: 'ProjectArchiveRecords' });

/** Some files of an archive. */
export const archiveFiles = z
  .object({
    files: z.array(
      z.object({
        path: z.string(),
        size_bytes: z.int().min(0),
        link: fileLink.meta({ description: 'Where it is read, with `Range` where that is wanted' }),
      }),
    ),
    next_cursor: nextCursor,
  })
  .meta({ id: 'ProjectArchiveFiles' });
