import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { Context, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { imageOf } from '#shared/kernel/store/dynamodb/stream-images.ts';
import { parseKey } from '#shared/kernel/store/keys.ts';
import { noteEventEntity } from '#shared/notes/store/note-events.ts';
import type { SearchChange } from '#shared/search/index/port.ts';
import { searchIndex } from '../ports.ts';
import { runtime } from '../runtime.ts';

/**
 * The consumer `search`: takes note events into the index (docs/design/streams-and-search.md#search). One bulk request
 * a batch; a record that cannot be read, or that the index refuses for ever, fails alone. What may pass fails the
 * batch, which is delivered again.
 */
export async function handler(event: DynamoDBStreamEvent, context: Context): Promise<DynamoDBBatchResponse> {
  const outcomes = await takeAll(event.Records);
  const processor = new BatchProcessor(EventType.DynamoDBStreams);
  const response = await processPartialResponse(
    event,
    async (record: DynamoDBRecord) => {
      const reason = outcomes.get(record);
      if (reason === undefined) return;
      runtime().log.error('note event not indexed', { entity: record.dynamodb?.SequenceNumber, reason });
      throw new Error(reason);
    },
    processor,
    // The answer names every record in that case too, and needs no second account of it.
    { context, throwOnFullBatchFailure: false },
  );
  return response as DynamoDBBatchResponse;
}

/** Why each record failed; undefined for one that was taken. */
async function takeAll(records: readonly DynamoDBRecord[]): Promise<Map<DynamoDBRecord, string | undefined>> {
  const outcomes = new Map<DynamoDBRecord, string | undefined>();
  const readable: { record: DynamoDBRecord; change: SearchChange }[] = [];
  for (const record of records) {
    try {
      readable.push({ record, change: changeOf(record) });
    } catch (error) {
      outcomes.set(record, error instanceof Error ? error.message : String(error));
    }
  }
  const failures = await searchIndex().apply(readable.map(({ change }) => change));
  for (const [index, { record }] of readable.entries()) outcomes.set(record, failures[index]);
  return outcomes;
}

/** @throws Error where the record is of no note event, or of a form that this code does not know. */
function changeOf(record: DynamoDBRecord): SearchChange {
  const item = imageOf(record, 'NewImage');
  if (item) {
    const { rev: _rev, ...event } = noteEventEntity.decode(item);
    return { kind: 'added', event };
  }
  const { pk, sk } = record.dynamodb?.Keys ?? {};
  const key = parseKey({ pk: pk?.S ?? '', sk: sk?.S ?? '' });
  if (key?.entity !== 'note-event') throw new Error(`'${pk?.S}' is not a key of a note event`);
  return { kind: 'removed', projectId: key.projectId, eventId: key.eventId };
}
