import { findTarget, readChip } from '../../chips/verbs/read-chip.ts';
import type { ProjectContext } from '../../kernel/context.ts';
import { notFound } from '../../kernel/errors.ts';
import { orRefuse, retryOnConflict } from '../../kernel/store/dynamodb/conflict.ts';
import { type LatticeRef, noteKeys } from '../../kernel/store/keys.ts';
import { summaryComments } from '../rules/bounds.ts';
import { shownNote } from '../rules/pick.ts';
import { isUnscoped, type NoteScope, type ScopeRequest } from '../rules/scope.ts';
import { listNotes, type StoredNote } from '../store/notes.ts';
import { boundedNotes, chipNotes } from './candidates.ts';
import { readNamed, readScope, refuseBadRange } from './note-context.ts';
import { firstSummaryPage, nextSummaryPage, type SummaryPage } from './summary-page.ts';
import { shownOnTarget, type TargetNotes } from './target-notes.ts';

/** The notes of a chip under a scope, or one page of them. */
export interface NotesSummary {
  chipId: string;
  scope: NoteScope;
  chipNote: StoredNote | undefined;
  /** In numeric order; none without anything to show. */
  targets: TargetNotes[];
  /** In all scopes: a task result has none. */
  taskNotes: StoredNote[];
  /** Where the next page begins; null where everything was shown. */
  nextCursor: string | null;
}

/** The chip's own note under a scope; undefined where none is set. @throws as `readNotesSummary`. */
export async function readChipNote(
  ctx: ProjectContext,
  chipId: string,
  request: ScopeRequest,
): Promise<StoredNote | undefined> {
  const { stored, scope, chip, cooldowns } = await readScoped(ctx, chipId, request, () =>
    listNotes(ctx.db, noteKeys.ofChip(ctx.projectId, chipId)),
  );
  return shownNote(chipNotes(chip, boundedNotes(stored, cooldowns)), scope, isUnscoped(request));
}

/**
 * The notes of a chip under a scope, in one query however many task results the chip has; what has more than a page of
 * them is gone through page by page, with the chip's own note on each. Of notes on metrics those on `metricKey` alone, if given.
 * @throws ServiceError `not-found` for the chip; `invalid` for half a range, an inverted one, an unknown cool-down, or
 * a cursor of another list.
 */
export async function readNotesSummary(
  ctx: ProjectContext,
  chipId: string,
  request: ScopeRequest,
  { cursor, metricKey }: { cursor?: string | undefined; metricKey?: string | undefined } = {},
): Promise<NotesSummary> {
  const unscoped = isUnscoped(request);
  const { stored, scope, chip, cooldowns } = await readScoped(ctx, chipId, request, () =>
    firstSummaryPage(ctx.db, ctx.projectId, chipId, cursor),
  );
  const isWanted = ({ subject }: StoredNote) =>
    metricKey === undefined || subject.level !== 'metric' || subject.metric === metricKey;
  const page: SummaryPage = await nextSummaryPage(ctx.db, chip, stored, (notes) =>
    shownOnTarget(boundedNotes(notes.filter(isWanted), cooldowns), scope, unscoped, summaryComments),
  );
  const { chipOwn, ...shown } = page;
  const chipNote = shownNote(chipNotes(chip, boundedNotes(chipOwn, cooldowns)), scope, unscoped);
  return { chipId, scope, chipNote, ...shown };
}

/** All comments that are shown with a target's summary under a scope, the oldest first. @throws as `readNotesSummary`. */
export async function listComments(
  ctx: ProjectContext,
  chipId: string,
  requested: LatticeRef,
  request: ScopeRequest,
): Promise<StoredNote[]> {
  const { target } = await findTarget(ctx, chipId, requested);
  if (!target) await readChip(ctx, chipId);
  if (!target)
    throw notFound(
      `${requested.kind === 'qubit' ? 'Qubit' : 'Coupling'} '${requested.id}' not found in chip '${chipId}'`,
    );
  const { stored, scope, cooldowns } = await readScoped(ctx, chipId, request, () =>
    listNotes(ctx.db, noteKeys.onTarget(ctx.projectId, chipId, target)),
  );
  return shownOnTarget(boundedNotes(stored, cooldowns), scope, isUnscoped(request), Number.POSITIVE_INFINITY).comments;
}

/** Chip, named cool-down and notes concurrently; if the chip's cool-downs decide, those afterwards. */
async function readScoped<T>(ctx: ProjectContext, chipId: string, request: ScopeRequest, read: () => Promise<T>) {
  refuseBadRange(request);
  return retryOnConflict(orRefuse(`Chip '${chipId}'`), async () => {
    const [chip, named, stored] = await Promise.all([readChip(ctx, chipId), readNamed(ctx, request), read()]);
    const { scope, cooldowns } = await readScope(ctx, chip, request, named);
    return { chip, stored, scope, cooldowns };
  });
}
