import type { Client } from '#shared/contract/client.ts';
import type { Progress } from '../terminal.ts';
import type { ExportFolder } from './export-state.ts';

/** What an export reads from, and where it keeps what it has read. */
export interface Exporting {
  url: string;
  client: Client;
  projectId: string;
  folder: ExportFolder;
  progress: Progress;
}
