import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent, Context as LambdaContext } from 'aws-lambda';
import { imageOf } from '#shared/kernel/store/dynamodb/stream-images.ts';
import { followChange, notify } from '#shared/notifications/verbs/notify.ts';
import { Scenes } from '#shared/notifications/verbs/scenes.ts';
import { taskResultEntity } from '#shared/results/store/task-results.ts';
import { endOfMeasuring, type MeasuredChip } from '#shared/values/verbs/projection/end-of-measuring.ts';
import { tryMakePartials } from '#shared/values/verbs/projection/make-partials.ts';
import { changesOf, type Projected, project } from '#shared/values/verbs/projection/project.ts';
import { contextOf, runtime } from '../runtime.ts';

/**
 * The consumer `project`: writes what is derived from other items (docs/design/streams-and-search.md), tells people what
 * happened, and takes what a run or an import measured into the day's partial roll-ups. The work of a batch is done by chip; what cannot be read fails alone, and where a chip's work fails, its
 * records do and are delivered again.
 */
export async function handler(event: DynamoDBStreamEvent, context: LambdaContext): Promise<DynamoDBBatchResponse> {
  const ctx = contextOf(runtime(), context.awsRequestId);
  const scenes = new Scenes(ctx);
  const failed = new Map<DynamoDBRecord, unknown>();
  const measured = new Map<string, MeasuredChip>();
  const projected: (Projected & { record: DynamoDBRecord })[] = [];
  for (const record of event.Records) {
    try {
      const item = imageOf(record, 'NewImage');
      const before = imageOf(record, 'OldImage');
      if (!item) {
        await followChange(ctx, { before, after: undefined }, scenes);
        continue;
      }
      if (item.entity === taskResultEntity.name) projected.push({ ...changesOf(item), record });
      const chip = endOfMeasuring(item);
      if (chip) measured.set(JSON.stringify(chip), chip);
      await notify(ctx, { before, after: item }, scenes);
    } catch (error) {
      failed.set(record, error);
    }
  }
  const chips = Map.groupBy(projected, ({ projectId, chipId }) => JSON.stringify([projectId, chipId]));
  for (const changes of chips.values()) {
    try {
      await project(ctx, changes);
    } catch (error) {
      for (const { record } of changes) failed.set(record, error);
    }
  }
  await tryMakePartials(ctx, [...measured.values()]);
  // The writer may have died before it changed the revision, and users were notified only now (docs/decisions/0054).
  await ctx.db.written?.(event.Records.flatMap(({ dynamodb }) => dynamodb?.Keys?.pk?.S ?? []).map((pk) => ({ pk })));
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
