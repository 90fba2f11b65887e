import type { MemoryTable } from '#local/table-in-memory/memory-table.ts';
import { taskResultEntity } from '#shared/results/store/task-results.ts';
import { Violation } from '../world/world.ts';
import { recordsOf } from './records.ts';

/** Every file that a result names is there, and one that a worker was told is kept has its bytes. */
export function checkFiles(
  table: MemoryTable,
  kept: ReadonlyMap<string, Uint8Array>,
  files: ReadonlyMap<string, string>,
): void {
  const told = new Map([...files].map(([path, body]) => [path, Buffer.from(body)]));
  for (const [path, body] of told) {
    const bytes = kept.get(path);
    if (!bytes || Buffer.compare(bytes, body) !== 0)
      throw new Violation(`A worker was told that ${path} is kept, and ${bytes ? 'it has other bytes' : 'it is not'}`);
  }
  for (const { taskId, figurePaths } of recordsOf(table, taskResultEntity)) {
    const absent = figurePaths.find((path) => path.endsWith('.svg') && !kept.has(path));
    if (absent) throw new Violation(`The result ${taskId} names ${absent}, which is not there`);
  }
}
