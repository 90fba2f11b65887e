import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent, Context as LambdaContext } from 'aws-lambda';
import type { Context } from '#shared/kernel/context.ts';
import { imageOf } from '#shared/kernel/store/dynamodb/stream-images.ts';
import { projectIdOf } from '#shared/kernel/store/keys.ts';
import { type ForProject, meteredCall } from '#shared/limits/verbs/metered-call.ts';
import { followChange, notify } from '#shared/notifications/verbs/notify.ts';
import { Scenes } from '#shared/notifications/verbs/scenes.ts';
import { taskResultEntity } from '#shared/results/store/task-results.ts';
import { endOfMeasuring, type MeasuredChip } from '#shared/values/verbs/projection/end-of-measuring.ts';
import { tryMakePartials } from '#shared/values/verbs/projection/make-partials.ts';
import { changesOf, type Projected, project } from '#shared/values/verbs/projection/project.ts';
import { contextOf, runtime } from '../runtime.ts';

/**
 * The consumer `project`: writes what is derived from other items (docs/design/streams-and-search.md), tells people what
 * happened, and takes what a run or an import measured into the day's partial roll-ups. The work of a batch is done by chip; what
 * cannot be read fails alone, and where a chip's work fails, its records do and are delivered again.
 */
export async function handler(event: DynamoDBStreamEvent, context: LambdaContext): Promise<DynamoDBBatchResponse> {
  const ctx = contextOf(runtime(), context.awsRequestId);
  const failed = await meteredCall(ctx, (forProject) => followAll(ctx, event.Records, forProject));
  const response = await processPartialResponse(
    event,
    async (record: DynamoDBRecord) => {
      if (!failed.has(record)) return;
      const error = failed.get(record);
      ctx.log.error('record not projected', { entity: record.dynamodb?.SequenceNumber, reason: String(error) });
      throw error;
    },
    new BatchProcessor(EventType.DynamoDBStreams),
    { context, throwOnFullBatchFailure: false },
  );
  return response as DynamoDBBatchResponse;
}

/** Returns the records that failed, with their errors. */
async function followAll(
  ctx: Context,
  records: readonly DynamoDBRecord[],
  forProject: ForProject,
): Promise<Map<DynamoDBRecord, unknown>> {
  const scenes = new Scenes(ctx);
  const failed = new Map<DynamoDBRecord, unknown>();
  const measured = new Map<string, MeasuredChip>();
  const projected: (Projected & { record: DynamoDBRecord })[] = [];
  for (const record of records) {
    try {
      const item = imageOf(record, 'NewImage');
      const before = imageOf(record, 'OldImage');
      const tell = () =>
        item ? notify(ctx, { before, after: item }, scenes) : followChange(ctx, { before, after: item }, scenes);
      const projectId = projectIdOf(keyOf(record));
      // What follows from an archived result stayed when it was taken out, and is there when it comes back.
      if (before === undefined && item?.backSince !== undefined) continue;
      if (item?.entity === taskResultEntity.name) projected.push({ ...changesOf(item), record });
      const chip = item && endOfMeasuring(item);
      if (chip) measured.set(JSON.stringify(chip), chip);
      await (projectId === undefined ? tell() : forProject(projectId, tell));
    } catch (error) {
      failed.set(record, error);
    }
  }
  const chips = Map.groupBy(projected, ({ projectId, chipId }) => JSON.stringify([projectId, chipId]));
  for (const changes of chips.values()) {
    try {
      await forProject(changes[0]?.projectId ?? '', () => project(ctx, changes));
    } catch (error) {
      for (const { record } of changes) failed.set(record, error);
    }
  }
  await tryMakePartials(ctx, [...measured.values()], forProject);
  // The writer may have died before it changed the revision, and users were notified only now (docs/decisions/0054).
  const keys = records.map(keyOf).filter(({ pk }) => pk !== '');
  const byProject = [...Map.groupBy(keys, projectIdOf)];
  await Promise.all(
    byProject.map(async ([projectId, written]) => {
      const changeRevisions = async () => ctx.db.written?.(written);
      await (projectId === undefined ? changeRevisions() : forProject(projectId, changeRevisions));
    }),
  );
  return failed;
}

const keyOf = ({ dynamodb }: DynamoDBRecord) => ({ pk: dynamodb?.Keys?.pk?.S ?? '' });
