import { paginateScan } from '@aws-sdk/client-dynamodb';
import { fromImage } from '../dynamodb/attribute-values.ts';
import type { Database } from '../dynamodb/database.ts';
import { type NoteEventRecord, noteEventEntity } from './note-events.ts';

/**
 * All note events of all projects, page by page in no order; for the command that rebuilds the index and the local
 * stack, since no function may scan the table.
 */
export async function* scanNoteEvents({ client, tableName }: Database): AsyncGenerator<NoteEventRecord[]> {
  const pages = paginateScan(
    { client },
    {
      TableName: tableName,
      FilterExpression: '#entity = :entity',
      ExpressionAttributeNames: { '#entity': 'entity' },
      ExpressionAttributeValues: { ':entity': { S: noteEventEntity.name } },
    },
  );
  for await (const { Items = [] } of pages) {
    const events = Items.map((item) => {
      const { rev: _rev, ...event } = noteEventEntity.decode(fromImage(item));
      return event;
    });
    if (events.length > 0) yield events;
  }
}
