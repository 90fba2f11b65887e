/** The name of the first file of an archive. */
export const manifestName = 'manifest.json';

/** What an archive says of itself (rule ARCHIVE-2). */
export interface Manifest {
  format: number;
  service_version: string;
  project_id: string;
  name: string;
  /** Since when its records have been checked: it is of this instant. */
  exported_at: string;
  exported_from: string;
  /** The project and its members, as records. */
  head: string[];
  /** Files of JSON lines, in the order in which they are imported; the hash is of the lines, uncompressed. */
  parts: { name: string; lines: number; sha256: string }[];
  /** How many records of each kind there are. */
  records: Record<string, number>;
  files: number;
  file_bytes: number;
}

/** The name of a file within an archive. */
export const fileNameOf = (sha256: string): string => `files/${sha256}`;
