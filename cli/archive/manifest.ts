import * as z from 'zod';

/** The name of the first file of an archive. */
export const manifestName = 'manifest.json';

/** What an archive says of itself (rule ARCHIVE-2). */
export const manifestSchema = z.object({
  format: z.int(),
  service_version: z.string(),
  project_id: z.string(),
  name: z.string(),
  /** Since when its records have been checked: it is of this instant. */
  exported_at: z.string(),
  exported_from: z.string(),
  /** The project and its members, as records. */
  head: z.array(z.string()),
  /** Files of JSON lines, in the order in which they are imported; the hash is of the lines, uncompressed. */
  parts: z.array(z.object({ name: z.string(), lines: z.int(), sha256: z.string() })),
  /** How many records of each kind there are. */
  records: z.record(z.string(), z.int()),
  files: z.int(),
  file_bytes: z.int(),
});

/** The manifest of an archive. */
export type Manifest = z.output<typeof manifestSchema>;

/** The name of a file within an archive. */
export const fileNameOf = (sha256: string): string => `files/${sha256}`;

/** A line of an archive that names a file of it. */
export const fileLineSchema = z.object({
  kind: z.literal('file'),
  path: z.string(),
  size_bytes: z.int(),
  sha256: z.string(),
});
export type FileLine = z.output<typeof fileLineSchema>;
