import { parquetReadObjects } from 'hyparquet';
import type { Column } from '../../../devices/rules/export/table.ts';
import { parquetWriter } from '../../../devices/verbs/export/tables/parquet.ts';
import type { Stored } from '../../../kernel/store/dynamodb/codec.ts';
import type { TaskResultRecord } from '../../store/task-results.ts';

export const parquetType = 'application/vnd.apache.parquet';

/** Columns to look for results by, and last the whole record with its revision, from which it comes back. */
const columns: readonly Column[] = [
  { name: 'task_id', type: 'text' },
  { name: 'execution_id', type: 'text' },
  { name: 'task', type: 'text' },
  { name: 'target', type: 'text' },
  { name: 'status', type: 'text' },
  { name: 'username', type: 'text' },
  { name: 'queued_at', type: 'instant' },
  { name: 'start_at', type: 'instant' },
  { name: 'end_at', type: 'instant' },
  { name: 'message', type: 'text' },
  { name: 'r2', type: 'number' },
  { name: 'record', type: 'text' },
];

/** The results as a Parquet file. */
export function writeResultsFile(results: readonly Stored<TaskResultRecord>[]): Uint8Array {
  const writer = parquetWriter(columns);
  writer.add(
    results.map((result) => [
      result.taskId,
      result.executionId,
      result.name,
      result.qid,
      result.status,
      result.username,
      result.queuedAt,
      result.startAt ?? null,
      result.endAt ?? null,
      result.message,
      result.r2 ?? null,
      JSON.stringify(result),
    ]),
  );
  writer.finish();
  return writer.take();
}

/** The results of a file, each with the revision that it had. */
export async function readResultsFile(bytes: Uint8Array): Promise<Stored<TaskResultRecord>[]> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const rows = await parquetReadObjects({ file, columns: ['record'] });
  return rows.map(({ record }) => JSON.parse(String(record)) as Stored<TaskResultRecord>);
}
