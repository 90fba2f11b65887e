import type { Database } from '../../kernel/store/dynamodb/database.ts';
import { scanSegments } from '../../kernel/store/dynamodb/segmented-scan.ts';
import { type NoteEventRecord, noteEventEntity } from './note-events.ts';

/**
 * All note events of all projects, page by page in no order; for the command that rebuilds the index and the local
 * stack, since no function may scan the table.
 * @param segments how many parts of the table are read concurrently.
 */
export async function* scanNoteEvents(db: Database, segments = 1): AsyncGenerator<NoteEventRecord[]> {
  const onlyEvents = {
    FilterExpression: '#entity = :entity',
    ExpressionAttributeNames: { '#entity': 'entity' },
    ExpressionAttributeValues: { ':entity': { S: noteEventEntity.name } },
  };
  for await (const items of scanSegments(db, onlyEvents, segments))
    yield items.map((item) => {
      const { rev: _rev, ...event } = noteEventEntity.decode(item);
      return event;
    });
}
