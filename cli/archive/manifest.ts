import * as z from 'zod';
import { importReport } from '#shared/archives/contract/schemas/import-reports.ts';

/** The name of the first file of an archive. */
export const manifestName = 'manifest.json';

/** The manifest of an archive (rule ARCHIVE-2). */
export const manifestSchema = z.object({
  format: z.int(),
  service_version: z.string(),
  project_id: z.string(),
  name: z.string(),
  /** The instant that the records describe: each was checked after it. */
  exported_at: z.string(),
  exported_from: z.string(),
  /** Present if everything that is derived is missing, and is to be derived by the import. */
  base: z.literal(true).optional(),
  /** Present if the records are those that have changed since an instant, for a project that was imported before. */
  since: z.string().optional(),
  /** Of an archive that was made from the data of another service. */
  report: importReport.optional(),
  /** Records of the project and its members. */
  head: z.array(z.string()),
  /** Files of JSON lines in import order, with the hash of the uncompressed lines. */
  parts: z.array(z.object({ name: z.string(), lines: z.int(), sha256: z.string() })),
  /** Number of records by kind. */
  records: z.record(z.string(), z.int()),
  files: z.int(),
  file_bytes: z.int(),
});

/** The manifest of an archive. */
export type Manifest = z.output<typeof manifestSchema>;

/** Name of a file inside an archive. */
export const fileNameOf = (sha256: string): string => `files/${sha256}`;

/** A line of an archive that refers to one of its files. */
export const fileLineSchema = z.object({
  kind: z.literal('file'),
  path: z.string(),
  size_bytes: z.int(),
  sha256: z.string(),
});
export type FileLine = z.output<typeof fileLineSchema>;
