import { databaseOfTable } from '#local/table-in-memory/client.ts';
import type { MemoryTable } from '#local/table-in-memory/memory-table.ts';
import { chipKeys, projectKeys } from '#shared/kernel/store/keys.ts';
import { listPending } from '#shared/kernel/store/system/system.ts';
import { listHeldLocks } from '#shared/runs/store/locks.ts';
import { listQueues } from '#shared/runs/store/run-queue.ts';
import { checkCooldowns } from '#test/support/invariants/cooldown-invariants.ts';
import { checkNotes } from '#test/support/invariants/note-invariants.ts';
import { checkProjects } from '#test/support/invariants/project-invariants.ts';
import { checkRuns } from '#test/support/invariants/run-invariants.ts';
import type { Scene } from '../actors/acts.ts';
import type { Told } from '../actors/told.ts';
import type { Service } from '../world/service.ts';
import { Violation } from '../world/world.ts';
import { textIn, textOf, textOfProject } from './table-text.ts';

/** What is still to be done: jobs and purges that no one has finished, and locks that runs hold. */
export async function leftToDo({ table, world, scheduler }: Service): Promise<string[]> {
  const db = databaseOfTable(table);
  const now = new Date(world.now).toISOString();
  const pending = await listPending(db, now);
  const held = await listHeldLocks(db);
  const queued = await listQueues(db);
  return [
    ...queued.map((projectId) => `queue of ${projectId}`),
    ...(scheduler.underWay > 0 ? ['deliveries of the scheduler'] : []),
    ...pending.map(({ entity, slim }) => `${entity} ${String(slim.chipId ?? slim.scheduleId ?? slim.projectId)}`),
    ...held.map(({ executionId }) => `lock of ${executionId}`),
  ];
}

/** What holds once everything has come to its end. */
export function checkAtEnd(table: MemoryTable, projectId: string, told: Told): void {
  checkProjects(textOf(table));
  if (!exists(table, projectKeys.project(projectId))) {
    checkPurged(table, projectId);
    return;
  }
  // Every history begins with two chips.
  if (!told.speaksOf('chip ') && listChips(table, projectId).length < 2)
    throw new Violation(`The project ${projectId} has lost a chip`);
  const own = textOfProject(table, projectId);
  checkRuns(own);
  checkNotes(own, projectId);
  checkCooldowns(own, projectId);
  checkOrphans(table, projectId);
  checkTold(table, projectId, told);
}

/** An edit that was done has one event, one that was refused has none, and no other has more than one (rule NOTE-11). */
export function checkEvents(table: MemoryTable, projectId: string, heard: Scene['notes']): void {
  const events = table
    .all()
    .filter((item) => item.entity?.S === 'note-event' && textIn(item, 'projectId') === projectId);
  const counts = Map.groupBy(events, (item) => textIn(item, 'content') ?? '');
  for (const [content, kind] of heard) {
    const count = counts.get(content)?.length ?? 0;
    if (count > 1 || (kind === 'done' && count === 0) || (kind === 'refused' && count > 0))
      throw new Violation(`The edit '${content}' was ${kind}, and has ${count} events`);
  }
}

const exists = (table: MemoryTable, key: { pk: string; sk: string }): boolean =>
  table.get(key.pk, key.sk) !== undefined;

const listChips = (table: MemoryTable, projectId: string) =>
  table.partition(projectKeys.project(projectId).pk).filter((item) => item.entity?.S === 'chip');

/** Of a purged project only the events of its notes are left (rule PROJ-7). */
function checkPurged(table: MemoryTable, projectId: string): void {
  const own = projectKeys.project(projectId).pk;
  const left = table.all().filter((item) => item.pk?.S?.startsWith(own) && item.entity?.S !== 'note-event');
  if (left[0]) throw new Violation(`${left[0].pk?.S} ${left[0].sk?.S} is left of a project that was purged`);
}

/** No target, job or value of a chip that is not there. */
function checkOrphans(table: MemoryTable, projectId: string): void {
  for (const item of table.all()) {
    const entity = item.entity?.S;
    if (item.projectId?.S !== projectId || (entity !== 'target' && entity !== 'chip-job')) continue;
    const chipId = item.chipId?.S ?? '';
    if (!exists(table, chipKeys.chip(projectId, chipId)))
      throw new Violation(`${item.pk?.S} ${item.sk?.S} is left of a chip that is not there`);
  }
}

/** What users were told is so. */
function checkTold(table: MemoryTable, projectId: string, told: Told): void {
  for (const [thing, isThere] of told.certain()) {
    const [kind, id = ''] = thing.split(' ');
    const key = kind === 'project' ? projectKeys.project(id) : chipKeys.chip(projectId, id);
    const item = table.get(key.pk, key.sk);
    const found = item !== undefined && !item.deletedAt && !item.deletingAt;
    // A chip goes with its project.
    if (kind === 'chip' && !exists(table, projectKeys.project(projectId))) continue;
    if (found !== isThere)
      throw new Violation(
        `A user was told that ${thing} is ${isThere ? 'made' : 'removed'}, and it is ${found ? '' : 'not '}there`,
      );
  }
}
