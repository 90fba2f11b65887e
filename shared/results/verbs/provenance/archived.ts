import { monthOf } from '../../../kernel/store/keys.ts';
import { entityIdOf } from '../../rules/provenance/entity-id.ts';
import type { Activity, Version } from '../../rules/provenance/types.ts';
import { taskActivityId } from './versions.ts';

/** Versions whose results are archived: their samples stay, and tell all but what their tasks started from. */

/** A version as its samples alone keep it. */
export function asArchived(version: Version, chipId: string, archivedMonth: string): Version {
  const { metric, target, at, taskId, taskName: task } = version;
  if (taskId === undefined || task === undefined) return version;
  const entityId = entityIdOf({ kind: 'archived', chipId, metric, target, at, task, taskId });
  return { ...version, entityId, archivedMonth };
}

/** Versions of a chip, those as archived whose results lack in the table and are of a month with files. */
export const markArchived = (
  versions: readonly Version[],
  { chipId, lacking, months }: { chipId: string; lacking: ReadonlySet<string>; months: readonly string[] },
): Version[] =>
  versions.map((version) => {
    const month = monthOf(version.at);
    const isArchived = version.taskId !== undefined && lacking.has(version.taskId) && months.includes(month);
    return isArchived ? asArchived(version, chipId, month) : version;
  });

/** The task of an archived result, as far as its samples tell: when it ended, and not what it started from. */
export const activityOfArchived = (version: Version): Activity | undefined =>
  version.archivedMonth === undefined || version.taskId === undefined
    ? undefined
    : {
        activityId: taskActivityId(version.taskId),
        source: version.source,
        taskId: version.taskId,
        name: version.taskName ?? '',
        target: version.target,
        executionId: version.executionId ?? '',
        startAt: version.at,
        endAt: version.at,
        status: 'completed',
        username: version.recordedBy,
        inputs: {},
        archivedMonth: version.archivedMonth,
      };
