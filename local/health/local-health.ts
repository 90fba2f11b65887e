import type { HealthSource, PartHealth, PartsHealth } from '#shared/kernel/service-health/port.ts';
import type { Database } from '#shared/kernel/store/dynamodb/database.ts';
import { tableHealth, well } from '#shared/system/verbs/service-health.ts';
import type { DiskSpace } from './disk-space.ts';

export interface LocalHealthOptions {
  db: () => Database;
  /** Database file of the table; undefined for an external server. */
  databaseFile: string | undefined;
  /** Undefined if the disk is not monitored. */
  disk: DiskSpace | undefined;
  /** Why records are not delivered; undefined if they are, or before the delivery starts. */
  streamsProblem: () => string | undefined;
  /** Why there is currently no index of notes. The function is undefined with an external index. */
  searchProblem: (() => string | undefined) | undefined;
  log(line: string): void;
}

export interface LocalHealth extends HealthSource {
  /** Records and logs once that the table's file is damaged. */
  tableDamaged(problem: string): void;
}

/** Health of the parts of one machine (rule DEPLOY-26). */
export function localHealth(options: LocalHealthOptions): LocalHealth {
  const { databaseFile, disk, streamsProblem, searchProblem, log } = options;
  let damage: string | undefined;
  const table = async (): Promise<PartHealth> => {
    if (damage === undefined) return tableHealth(options.db());
    return { status: 'failed', reason: 'The table is damaged. Restore a backup', detail: `${databaseFile}: ${damage}` };
  };
  const space = async (): Promise<PartHealth> => {
    const problem = await disk?.problem();
    if (!problem) return well;
    const reason = problem.kind === 'full' ? 'The disk is full' : 'The disk cannot be written to';
    return { status: 'failed', reason, detail: problem.detail };
  };
  return {
    tableDamaged: (problem) => {
      if (damage === undefined) log(damagedTable(databaseFile ?? 'The table', problem));
      damage = problem;
    },
    parts: async (): Promise<PartsHealth> => ({
      table: await table(),
      streams: degraded(streamsProblem(), 'Work that follows changes (notifications, histories, search) waits'),
      ...(searchProblem && {
        search: degraded(searchProblem(), 'The index of notes is being rebuilt; meanwhile searches read the table'),
      }),
      ...(disk && { disk: await space() }),
    }),
  };
}

const degraded = (detail: string | undefined, reason: string): PartHealth =>
  detail === undefined ? well : { status: 'degraded', reason, detail };

/** The operator's message about a damaged table. */
export const damagedTable = (file: string, problem: string): string =>
  `${file} is damaged (${problem}). It is kept as it is: restore a backup into a new folder with ` +
  'FIDUCIAL_DATA_DIR=<new folder> npm run restore -- <backup>, as docs/operations.md says.';
