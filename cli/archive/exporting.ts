import type { Client } from '#shared/api/client.ts';
import type { Progress } from '../terminal.ts';
import type { ExportFolder } from './export-state.ts';

/** The source of an export and its working folder. */
export interface Exporting {
  url: string;
  client: Client;
  projectId: string;
  folder: ExportFolder;
  progress: Progress;
}
