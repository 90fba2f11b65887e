import * as z from 'zod';
import { archiveFormat } from '#shared/contract/archive-format.ts';

/** The name of the first file of an archive. */
export const manifestName = 'manifest.json';

/** What an archive says of itself (rule ARCHIVE-2). */
const manifestSchema = z.object({
  format: z.int().min(1),
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

/** What an archive says of itself. */
export type Manifest = z.output<typeof manifestSchema>;

/** A line of the parts that list files: where the service keeps one, and what is in it. */
export const fileLineSchema = z.object({
  kind: z.literal('file'),
  path: z.string(),
  size_bytes: z.int(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The name of a file within an archive. */
export const fileNameOf = (sha256: string): string => `files/${sha256}`;

/** The manifest in a text; or what is wrong with it, as the end of a sentence. */
export function parseManifest(text: string): Manifest | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return 'has a manifest that is damaged';
  }
  const { data: of } = z.object({ format: z.int(), service_version: z.string().optional() }).safeParse(json);
  if (of && of.format > archiveFormat)
    return (
      `has the format ${of.format}, made by Fiducial ${of.service_version ?? 'of a later version'}; ` +
      `this one knows up to ${archiveFormat}: take a later version`
    );
  const { data } = manifestSchema.safeParse(json);
  return data ?? 'has a manifest that is damaged';
}
