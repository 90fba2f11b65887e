import { getChip } from '../../chips/store/chips.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import { notInProject } from '../../kernel/errors.ts';
import { queryAll } from '../../kernel/store/dynamodb/database.ts';
import { runKeys } from '../../kernel/store/keys.ts';
import { counterEntity } from '../store/locks.ts';

/** Calendar days (`YYYYMMDD`) on which executions of a chip were started, in order. @throws ServiceError `not-found`. */
export async function chipDates(ctx: ProjectContext, chipId: string): Promise<string[]> {
  const { db, projectId } = ctx;
  const [chip, counters] = await Promise.all([
    getChip(db, projectId, chipId),
    queryAll(db, runKeys.counters(projectId, chipId)),
  ]);
  if (!chip) throw notInProject('Chip', chipId, projectId);
  return counters.map((item) => counterEntity.decode(item).date);
}
