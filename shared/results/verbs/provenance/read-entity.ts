import { type ChipRecord, chipEntity } from '../../../chips/store/chips.ts';
import type { ProjectReads } from '../../../kernel/context.ts';
import { notInProject } from '../../../kernel/errors.ts';
import type { Item } from '../../../kernel/store/dynamodb/codec.ts';
import { batchGetItems } from '../../../kernel/store/dynamodb/database.ts';
import { chipKeys, monthOf, sampleKeys, taskKeys } from '../../../kernel/store/keys.ts';
import { sampleEntity } from '../../../values/store/samples.ts';
import { taskSamplesEntity } from '../../../values/store/task-samples.ts';
import { parseEntityId } from '../../rules/provenance/entity-id.ts';
import type { Activity, Version } from '../../rules/provenance/types.ts';
import { taskResultEntity } from '../../store/task-results.ts';
import { withArchivedMonths } from '../read-task-result.ts';
import { activityOfArchived, asArchived } from './archived.ts';
import { activityOfResult, activityOfSample, versionOfResult, versionOfSample, versionsOfSamples } from './versions.ts';

/** A version with what gave it its value, and the chip that it is of. */
export interface FoundEntity {
  version: Version;
  activity: Activity | undefined;
  chipId: string;
  /** Undefined once the chip is deleted: results stay readable by their ids. */
  chip: ChipRecord | undefined;
}

/** The chip that an id names. @throws ServiceError `not-found` for a text that is not an id of a version. */
export function chipOfEntity(ctx: ProjectReads, entityId: string): string {
  const ref = parseEntityId(entityId);
  if (!ref) throw notInProject('Entity', entityId, ctx.projectId);
  return ref.chipId;
}

/** One version of a parameter, by its id, in one read. @throws ServiceError `not-found`. */
export async function readEntity(ctx: ProjectReads, entityId: string): Promise<FoundEntity> {
  const { db, projectId } = ctx;
  const ref = parseEntityId(entityId);
  const missing = () => notInProject('Entity', entityId, projectId);
  // The table refuses keys that are too long.
  if (!ref || Buffer.byteLength(entityId) > 900) throw missing();
  const own =
    ref.kind === 'sample' ? sampleKeys.sample(projectId, ref.chipId, ref) : taskKeys.result(projectId, ref.taskId);
  const [item, chipItem, samples] = await batchGetItems(db, [
    ...[own, chipKeys.chip(projectId, ref.chipId)],
    ...(ref.kind === 'archived' ? [sampleKeys.ofTask(projectId, ref.chipId, ref)] : []),
  ]);
  const chip = chipItem && chipEntity.decode(chipItem);
  const found = { chipId: ref.chipId, chip: chip?.deletingAt === undefined ? chip : undefined };
  if (!item) {
    const version = samples && archivedVersionOf(samples, ref.metric);
    if (!version) throw await withArchivedMonths(ctx, missing());
    return { ...found, version, activity: activityOfArchived(version) };
  }
  if (ref.kind === 'sample') {
    const version = versionOfSample(sampleEntity.decode(item));
    if (!version) throw missing();
    return { ...found, version, activity: activityOfSample(version) };
  }
  const result = taskResultEntity.decode(item);
  const version = result.chipId === ref.chipId ? versionOfResult(result, ref.metric) : undefined;
  if (!version) throw missing();
  return { ...found, version, activity: activityOfResult(result) };
}

/** A version of a result that is in a file, as its samples have it. */
function archivedVersionOf(samples: Item, metric: string): Version | undefined {
  const record = taskSamplesEntity.decode(samples);
  const version = versionsOfSamples(record).find((one) => one.metric === metric);
  return version && asArchived(version, record.chipId, monthOf(record.at));
}
