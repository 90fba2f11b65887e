import * as z from 'zod';
import { instant, visible } from '../../../api/schemas/common.ts';
import { importReport } from './import-reports.ts';

/** Wire shapes of the import of a project's archive (rules ARCHIVE-8 to ARCHIVE-12). */

const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hexadecimal digits')
  .meta({ description: 'SHA-256 in lower-case hexadecimal digits' });

const count = z.int().min(0).max(1_000_000_000);

const importId = z.string().min(1).max(64).meta({ description: 'The `import_id` that the import was begun with' });

export const createProjectImportBody = z
  .object({
    format: z.int().meta({ description: '`format` of the manifest; a newer one than the service knows is refused' }),
    head: z
      .array(z.string())
      .min(1)
      .max(2000)
      .meta({ description: '`head` of the manifest: the lines of the project, its members and its chips' }),
    name: visible(z.string().normalize('NFKC').min(1).max(100))
      .optional()
      .meta({ description: "Instead of the archive's own name" }),
    base: z.boolean().optional().meta({
      description: '`base` of the manifest: true if the rest is to be derived from the records (rule ARCHIVE-13)',
    }),
    delta: z.boolean().optional().meta({
      description: 'True if the records go into a project that was imported before (rule ARCHIVE-14)',
    }),
    report: importReport.optional().meta({
      description: 'Of an import from another service: the project keeps it (rule ARCHIVE-15)',
    }),
    lines: count.meta({ description: 'How many lines the parts have, file lists with them' }),
    digest: sha256.meta({
      description:
        'SHA-256 over the lines of the head, each with its break, and the name that is given; then for every line of the parts, in order, SHA-256 of the digest before it, a line break and the line',
    }),
  })
  .meta({ id: 'CreateProjectImport' });

export const projectImportRef = z.object({ import_id: importId }).meta({ id: 'ProjectImportRef' });

export const projectImportLines = z
  .object({
    import_id: importId,
    from: count.meta({ description: 'How many lines come before these' }),
    lines: z.array(z.string().min(2)).min(1).max(500),
  })
  .meta({ id: 'ProjectImportLines' });

export const projectImportFiles = z
  .object({
    import_id: importId,
    files: z
      .array(
        z.object({
          path: z.string().min(1).max(1024),
          size_bytes: z
            .int()
            .min(0)
            .max(5 * 1024 ** 3),
          sha256,
        }),
      )
      .min(1)
      .max(100),
  })
  .meta({ id: 'ProjectImportFiles' });

export const projectImport = z
  .object({
    project_id: z.string(),
    import_id: z.string(),
    status: z.enum(['entering', 'finishing', 'removing', 'finished']).meta({
      description: '`entering`: it takes lines; `finishing`: it has all of them; `removing`: it was given up',
    }),
    lines: z.int().meta({ description: 'Lines of the archive' }),
    taken: z.int().meta({ description: 'How many of them are there: the next request goes on behind them' }),
    owner: z.string().meta({ description: 'Who owns the project here' }),
    members_left_out: z
      .array(z.string())
      .meta({ description: 'Members who have no account here; empty once finished' }),
    kept: z.int().meta({ description: 'Of a delta: records that were changed here, and stay' }),
    kept_examples: z.array(z.string()).meta({ description: 'The first of these, by kind and key' }),
    started_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'ProjectImport' });

/** Where files go that are not there yet. */
export const projectImportUploads = z
  .object({
    uploads: z.array(
      z.object({
        path: z.string(),
        url: z.string(),
        method: z.literal('PUT'),
        headers: z.record(z.string(), z.string()).meta({ description: 'To be sent as they are' }),
        expires_at: instant,
      }),
    ),
  })
  .meta({ id: 'ProjectImportUploads' });
