import type { ChipRecord } from '../../chips/store/chips.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, queryPage, queryPages } from '../../kernel/store/dynamodb/database.ts';
import { decodeTarget, encodeTarget, noteKeys, type TargetRef } from '../../kernel/store/keys.ts';
import { listNotes, noteEntity, type StoredNote } from '../store/notes.ts';
import { isNoted, type TargetNotes } from './target-notes.ts';

/**
 * The notes of a chip, cut into pages where they are more than one answer holds: the chip's own note, then target by
 * target, then the notes of task results.
 */

/** What a page shows. */
export interface SummaryPage {
  /** The chip's own notes in all scopes: they are on every page. */
  chipOwn: Stored<StoredNote>[];
  targets: TargetNotes[];
  taskNotes: StoredNote[];
  nextCursor: string | null;
}

/** Most bytes of text that a page shows; a target is never cut, and has less than what is left of an answer's limit. */
const shownBytes = 1_000_000;

/** Most items that a page looks at: of what is noted in other scopes nothing is shown. */
const readItems = 20_000;

/** Size of a note's other fields on the wire. */
const wrapBytes = 500;

/** The first thing of a page: a target or the note of a task result. */
type Position = { target: TargetRef } | { taskId: string };

/** All notes of the chip where one query reads them; else the chip's own and where a page begins. */
export type Start =
  | { whole: Stored<StoredNote>[] }
  | { whole: undefined; chipOwn: Stored<StoredNote>[]; at: Position | undefined };

/** Reads what can be read without knowing the scope. @throws ServiceError `invalid` for a cursor of another list. */
export async function firstSummaryPage(
  db: Database,
  projectId: string,
  chipId: string,
  cursor: string | undefined,
): Promise<Start> {
  const at = cursor === undefined ? undefined : decodePosition(cursor);
  if (!at) {
    const { items, lastKey } = await queryPage(db, noteKeys.all(projectId, chipId));
    if (!lastKey) return { whole: items.map((item) => noteEntity.decode(item)) };
  }
  return { whole: undefined, chipOwn: await listNotes(db, noteKeys.ofChip(projectId, chipId)), at };
}

/** Fills a page. `show` says what is shown of the notes of one target. */
export async function nextSummaryPage(
  db: Database,
  { projectId, chipId }: ChipRecord,
  start: Start,
  show: (notes: readonly Stored<StoredNote>[]) => TargetNotes,
): Promise<SummaryPage> {
  const page = new PageBuilder(show);
  if (start.whole) return wholePage(start.whole, page);
  const { chipOwn, at } = start;
  const answer = (next: Position | undefined): SummaryPage => ({
    ...{ chipOwn, targets: page.targets, taskNotes: page.taskNotes },
    nextCursor: next ? encodePosition(next) : null,
  });
  if (!at || 'target' in at)
    for await (const group of targetGroups(db, projectId, chipId, at?.target)) {
      if (page.isFull) return answer({ target: targetOf(group) });
      page.addTarget(group);
    }
  const from = at && 'taskId' in at ? at.taskId : undefined;
  for await (const notes of queryPages(db, noteKeys.tasksFrom(projectId, chipId, from)))
    for (const item of notes) {
      const note = noteEntity.decode(item);
      if (note.subject.level !== 'task') continue;
      if (page.isFull) return answer({ taskId: note.subject.taskId });
      page.addTask(note);
    }
  return answer(undefined);
}

function wholePage(whole: readonly Stored<StoredNote>[], page: PageBuilder): SummaryPage {
  for (const notes of groupsOf(whole)) page.addTarget(notes);
  const taskNotes = whole.filter(({ subject }) => subject.level === 'task');
  const chipOwn = whole.filter(({ subject }) => subject.level === 'chip');
  return { chipOwn, targets: page.targets, taskNotes, nextCursor: null };
}

class PageBuilder {
  readonly targets: TargetNotes[] = [];
  readonly taskNotes: StoredNote[] = [];
  readonly #show: (notes: readonly Stored<StoredNote>[]) => TargetNotes;
  #bytes = 0;
  #items = 0;

  constructor(show: (notes: readonly Stored<StoredNote>[]) => TargetNotes) {
    this.#show = show;
  }

  get isFull(): boolean {
    return this.#bytes >= shownBytes || this.#items >= readItems;
  }

  addTarget(notes: readonly Stored<StoredNote>[]): void {
    this.#items += notes.length;
    const shown = this.#show(notes);
    if (!isNoted(shown)) return;
    this.targets.push(shown);
    for (const note of [shown.note, ...shown.comments, ...shown.metricNotes.values()]) this.#count(note);
  }

  addTask(note: StoredNote): void {
    this.#items += 1;
    this.taskNotes.push(note);
    this.#count(note);
  }

  #count(note: StoredNote | undefined): void {
    if (note) this.#bytes += wrapBytes + Buffer.byteLength(JSON.stringify(note.content));
  }
}

const targetOf = ([note]: readonly Stored<StoredNote>[]): TargetRef =>
  note && 'target' in note.subject ? note.subject.target : { kind: 'qubit', id: '' };

/** Targets in the order of their keys, whatever order their notes come in. */
const orderOf = (target: TargetRef): string => `${encodeTarget(target)}#`;

function groupsOf(notes: readonly Stored<StoredNote>[]): Stored<StoredNote>[][] {
  const onTargets = notes.filter(({ subject }) => 'target' in subject);
  const byTarget = Map.groupBy(onTargets, (note) => orderOf(targetOf([note])));
  return [...byTarget].sort(([a], [b]) => (isBefore(a, b) ? -1 : 1)).map(([, group]) => group);
}

/** The notes of the chip's targets, one target after the other: metric notes lie in a range of their own. */
async function* targetGroups(
  db: Database,
  projectId: string,
  chipId: string,
  from: TargetRef | undefined,
): AsyncGenerator<Stored<StoredNote>[]> {
  const ranges = noteKeys.onTargetsFrom(projectId, chipId, from);
  const walks = [ranges.notes, ranges.metrics].map((range) => groupsOfRange(db, range));
  const heads = await Promise.all(walks.map(async (walk) => (await walk.next()).value));
  for (;;) {
    const orders = heads.flatMap((group) => (group ? [orderOf(targetOf(group))] : []));
    const first = orders.reduce<string | undefined>(
      (best, one) => (best === undefined || isBefore(one, best) ? one : best),
      undefined,
    );
    if (first === undefined) return;
    const group: Stored<StoredNote>[] = [];
    for (const [n, walk] of walks.entries()) {
      const head = heads[n];
      if (!head || orderOf(targetOf(head)) !== first) continue;
      group.push(...head);
      heads[n] = (await walk.next()).value;
    }
    yield group;
  }
}

async function* groupsOfRange(
  db: Database,
  range: Parameters<typeof queryPages>[1],
): AsyncGenerator<Stored<StoredNote>[], undefined> {
  let group: Stored<StoredNote>[] = [];
  for await (const items of queryPages(db, range))
    for (const item of items) {
      const note = noteEntity.decode(item);
      if (group.length > 0 && orderOf(targetOf(group)) !== orderOf(targetOf([note]))) {
        yield group;
        group = [];
      }
      group.push(note);
    }
  if (group.length > 0) yield group;
  return undefined;
}

/** DynamoDB's order, which is that of the bytes of UTF-8. */
const isBefore = (a: string, b: string): boolean => Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0;

const encodePosition = (at: Position): string =>
  Buffer.from('target' in at ? `T${encodeTarget(at.target)}` : `R${at.taskId}`).toString('base64url');

function decodePosition(cursor: string): Position {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const rest = text.slice(1);
  const target = text.startsWith('T') ? decodeTarget(rest) : undefined;
  // A sort key has at most 1,024 bytes.
  if (Buffer.byteLength(text) <= 900) {
    if (target && target.id !== '') return { target };
    if (text.startsWith('R') && rest !== '') return { taskId: rest };
  }
  throw new ServiceError('invalid_cursor', "cursor is not a 'next_cursor' of this list");
}
