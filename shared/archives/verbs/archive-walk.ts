import { chipEntity } from '../../chips/store/chips.ts';
import { listDeletedChipIds } from '../../chips/store/deleted-chips.ts';
import { cooldownEntity } from '../../cooldowns/store/cooldowns.ts';
import { listFlowsOfAllTime } from '../../flows/store/flows.ts';
import type { Context } from '../../kernel/context.ts';
import type { Item } from '../../kernel/store/dynamodb/codec.ts';
import { type QueryRange, queryAll } from '../../kernel/store/dynamodb/database.ts';
import {
  chipKeys,
  dayKeys,
  flowKeys,
  listHeadKeys,
  noteEventKeys,
  openSpanKeys,
  projectKeys,
  scheduleKeys,
  threadKeys,
} from '../../kernel/store/keys.ts';
import { listNotedChips, noteCountEntity } from '../../notes/store/note-counts.ts';
import { memberEntity, projectEntity } from '../../projects/store/projects.ts';
import { scheduleEntity } from '../../schedules/store/schedules.ts';
import { openChipDayEntity } from '../../values/store/days/open-chip-days.ts';
import { chipRanges, inOrder } from './chip-ranges.ts';
import { type Found, type RangePlace, walkRanges } from './walk-ranges.ts';
import { walkRuns } from './walk-runs.ts';

/** A place in the records of a project: which section, of it which part, and in that which item it is behind. */
export interface Place {
  section: number;
  /** Which chip, or which execution. */
  part: string;
  pk: string;
  sk: string;
}

/** The items of one read, and the place after them. */
export interface Step {
  found: { item: Found[number]['item']; place: Place }[];
  place: Place;
}

type Ctx = Pick<Context, 'db'>;
type Section = (ctx: Ctx, projectId: string, after: Place | undefined) => AsyncGenerator<SectionStep>;
type SectionStep = Omit<RangePlace, 'sk'> & { part: string; found: Found };

/**
 * Everything of a project in the order in which an import writes it: what others rest on first, and last of all the chips
 * and what the sweep is to do for them, without which nothing derived is looked at (rule ARCHIVE-6).
 */
const sections: readonly Section[] = [
  ofRanges(async (_, projectId) => [
    { pk: projectKeys.project(projectId).pk },
    projectKeys.audits(projectId),
    listHeadKeys.all(projectId),
  ]),
  ofRanges(async ({ db }, projectId) =>
    (await listFlowsOfAllTime(db, projectId)).map(({ name }) => flowKeys.versions(projectId, name)),
  ),
  ofRanges(async ({ db }, projectId) =>
    (await queryAll(db, scheduleKeys.schedules(projectId))).map((item) =>
      scheduleKeys.firings(projectId, scheduleEntity.decode(item).scheduleId),
    ),
  ),
  // Events outlive their chip, and so do their counts.
  ofRanges(async ({ db }, projectId) =>
    (await listNotedChips(db, projectId)).map((chipId) => noteEventKeys.ofChip(projectId, chipId)),
  ),
  walkRuns,
  ofRanges(async (_, projectId) => [threadKeys.ofProject(projectId)]),
  ofChips(({ db }, projectId, chipId) => chipRanges(db, projectId, chipId)),
  ofRanges(async (_, projectId) => [chipKeys.chips(projectId)]),
  ofChips(async (_, projectId, chipId) => [dayKeys.openDays(projectId, chipId), openSpanKeys.all(projectId, chipId)]),
];

/** Sections in which these entities are read, where more than one reads their partition. */
const sectionsOf: Record<string, readonly number[]> = {
  // They are in the head of the archive.
  [projectEntity.name]: [],
  [memberEntity.name]: [],
  [chipEntity.name]: [sections.length - 2],
  [openChipDayEntity.name]: [sections.length - 1],
};

/** The records of a project behind a place, or all of them. */
export async function* walkProject(ctx: Ctx, projectId: string, after: Place | undefined): AsyncGenerator<Step> {
  const deleted = await listDeletedChipIds(ctx.db, projectId);
  for (let section = after?.section ?? 0; section < sections.length; section += 1) {
    const behind = after?.section === section ? after : undefined;
    for await (const { part, pk, found } of sections[section]?.(ctx, projectId, behind) ?? []) {
      const placed = found.map(({ item, sk }) => ({ item, place: { section, part, pk, sk } }));
      const own = placed.filter(({ item }) => sectionsOf[String(item.entity)]?.includes(section) ?? true);
      const place = placed.at(-1)?.place;
      const kept = own.map((one) => ({ ...one, item: withoutDeletedChips(one.item, deleted) }));
      if (place) yield { found: kept, place };
    }
  }
}

/** What others keep of a deleted chip, as its removal would leave it: an archive has no chip that could be restored. */
function withoutDeletedChips(item: Item, deleted: ReadonlySet<string>): Item {
  if (deleted.size === 0) return item;
  if (item.entity === cooldownEntity.name) {
    const { rev, ...cooldown } = cooldownEntity.decode(item);
    return {
      ...item,
      ...cooldownEntity.encode({ ...cooldown, chipIds: cooldown.chipIds.filter((id) => !deleted.has(id)) }, rev),
    };
  }
  if (item.entity === noteCountEntity.name) {
    const { rev, ...count } = noteCountEntity.decode(item);
    if (deleted.has(count.chipId))
      return { ...item, ...noteCountEntity.encode({ ...count, notes: 0, comments: 0 }, rev) };
  }
  return item;
}

function ofRanges(rangesOf: (ctx: Ctx, projectId: string) => Promise<QueryRange[]>): Section {
  return async function* (ctx, projectId, after) {
    const ranges = inOrder(await rangesOf(ctx, projectId));
    for await (const step of walkRanges(ctx.db, ranges, after)) yield { ...step, part: '' };
  };
}

function ofChips(rangesOf: (ctx: Ctx, projectId: string, chipId: string) => Promise<QueryRange[]>): Section {
  return async function* (ctx, projectId, after) {
    const items = await queryAll(ctx.db, chipKeys.chips(projectId));
    const chips = items.map((item) => chipEntity.decode(item)).filter(({ deletingAt }) => deletingAt === undefined);
    const chipIds = chips.map(({ chipId }) => chipId).sort();
    for (const part of chipIds.filter((chipId) => after === undefined || chipId >= after.part)) {
      const ranges = inOrder(await rangesOf(ctx, projectId, part));
      const behind = after?.part === part ? after : undefined;
      for await (const step of walkRanges(ctx.db, ranges, behind)) yield { ...step, part };
    }
  };
}
