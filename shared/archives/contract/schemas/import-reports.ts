import * as z from 'zod';
import {
  importReportBounds as bounds,
  type ImportReport,
  importRemarkKinds,
  jsonBytes,
} from '#shared/archives/rules/import-report.ts';
import { instant } from '../../../api/schemas/common.ts';

/** Wire shapes of the report of an import from another service (rule ARCHIVE-15). */

const count = z.int().min(0).max(1_000_000_000_000);

/** At most so many characters, as people count them. */
const text = (length: number) =>
  z
    .string()
    .max(length * 2)
    .refine((one) => [...one].length <= length, `must have at most ${length} characters`);
const name = text(bounds.name);

const collection = z
  .strictObject({
    name,
    documents: count,
    imported: count.meta({ description: 'They are records of the project' }),
    merged: count.meta({ description: 'They are one record with another document of the same id' }),
    derived: count.meta({ description: 'They follow from other documents' }),
    kept: count.meta({ description: 'Nothing here is like them: they are in the archive of the import' }),
    refused: count.meta({ description: 'They cannot be records here; a remark says why' }),
    unchanged: count.meta({ description: 'In a delta: not changed since it begins' }),
  })
  .meta({ id: 'ImportedCollection' });

const remark = z
  .strictObject({
    kind: z.enum(importRemarkKinds).meta({
      description:
        '`decision`: a person has to decide; `refused`: documents that are not imported; `suspect`: values of 0 that may stand for NaN; `merged`: documents of one id; `changed`: imported in another form; `left_out`: fields and files that are not imported',
    }),
    collection: name,
    message: text(bounds.message),
    count: count.meta({ description: 'Documents or fields that it concerns' }),
    examples: z.array(text(bounds.example)).max(bounds.examples),
  })
  .meta({ id: 'ImportRemark' });

const keptFile = z
  .strictObject({
    name: name.meta({ description: 'In the archive of the import, which the service does not have' }),
    collection: name,
    documents: count.meta({ description: 'Documents of this project' }),
    sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hexadecimal digits'),
  })
  .meta({ id: 'KeptDocumentsFile' });

/** A report as an import sends it. */
export const importReport = z
  .strictObject({
    source: name.meta({ description: 'Name of the service that the data come from', example: 'QDash' }),
    dump: name.meta({ description: 'Name of the dump' }),
    since: instant.nullable().meta({ description: 'When a delta begins; null for a full import' }),
    collections: z.array(collection).max(bounds.collections),
    remarks: z.array(remark).max(bounds.remarks),
    files: z.strictObject({ named: count, imported: count, missing: count }),
    kept: z.array(keptFile).max(bounds.kept),
    omitted: z
      .strictObject({ collections: count, remarks: count, kept: count })
      .meta({ description: 'Entries that the report has no room for' }),
  })
  .refine((report) => jsonBytes(report) <= bounds.bytes, `must be at most ${bounds.bytes} bytes of JSON`)
  .meta({ id: 'ImportReport' }) satisfies z.ZodType<ImportReport>;

/** An import of a project with its report. */
export const reportedImport = z
  .object({
    import_id: z.string(),
    imported_at: instant,
    imported_by: z.string(),
    delta: z.boolean(),
    members_left_out: z.array(z.string()).meta({ description: 'Members who had no account here' }),
    kept: z.int().meta({ description: 'Of a delta: records that were changed here, and stayed' }),
    kept_examples: z.array(z.string()).meta({ description: 'The first of these, by kind and key' }),
    report: importReport,
  })
  .meta({ id: 'ReportedImport' });
