import type { ProjectContext } from '../../context.ts';
import { shownNote } from '../../domain/notes/pick.ts';
import { isUnscoped, type NoteScope, type ScopeRequest } from '../../domain/notes/scope.ts';
import type { Stored } from '../../store/codec.ts';
import { noteKeys, type TargetRef } from '../../store/keys.ts';
import { type KeptNote, listNotes, type NoteSubject } from '../../store/notes.ts';
import { readChip } from '../chips/read-chip.ts';
import { untilUnmoved } from '../cooldowns/moved.ts';
import { chipNotes } from './candidates.ts';
import { readNamed, readScope, refuseBadRange } from './place.ts';

/** Everything noted on one target, as it is shown under a scope. */
export interface TargetNotes {
  target: TargetRef;
  note: KeptNote | undefined;
  comments: KeptNote[];
  metricNotes: Map<string, KeptNote>;
}

/** The notes of a chip under a scope. */
export interface NotesSummary {
  chipId: string;
  scope: NoteScope;
  chipNote: KeptNote | undefined;
  /** In numeric order; none without anything to show. */
  targets: TargetNotes[];
  /** In all scopes: a task result has none. */
  taskNotes: KeptNote[];
}

/** The chip's own note under a scope; undefined where none is set. @throws as `readNotesSummary`. */
export async function readChipNote(
  ctx: ProjectContext,
  chipId: string,
  request: ScopeRequest,
): Promise<KeptNote | undefined> {
  const { kept, scope, chip } = await readKept(ctx, chipId, request, noteKeys.ofChip(ctx.projectId, chipId));
  return shownNote(chipNotes(chip, kept), scope, isUnscoped(request));
}

/**
 * All notes of a chip under a scope, in one query however many task results the chip has.
 * @throws Refusal `not-found` for the chip; `invalid` for half a range, an inverted one, or an unknown cool-down.
 */
export async function readNotesSummary(
  ctx: ProjectContext,
  chipId: string,
  request: ScopeRequest,
): Promise<NotesSummary> {
  const { kept, scope, chip } = await readKept(ctx, chipId, request, noteKeys.all(ctx.projectId, chipId));
  const unscoped = isUnscoped(request);
  const byLevel = Map.groupBy(kept, ({ subject }) => subject.level);
  return {
    chipId,
    scope,
    chipNote: shownNote(chipNotes(chip, byLevel.get('chip') ?? []), scope, unscoped),
    targets: targetsOf(kept, scope, unscoped),
    taskNotes: byLevel.get('task') ?? [],
  };
}

/** Chip, named cool-down and notes side by side; where the chip's cool-downs decide, those after it. */
async function readKept(
  ctx: ProjectContext,
  chipId: string,
  request: ScopeRequest,
  range: { pk: string; prefix: string },
) {
  refuseBadRange(request);
  return untilUnmoved(`Chip '${chipId}'`, async () => {
    const [chip, named, kept] = await Promise.all([
      readChip(ctx, chipId),
      readNamed(ctx, request),
      listNotes(ctx.db, range),
    ]);
    const { scope } = await readScope(ctx, chip, request, named);
    return { chip, kept, scope };
  });
}

type OnTarget = Exclude<NoteSubject, { level: 'chip' | 'task' }>;
type TargetNote = Stored<KeptNote> & { subject: OnTarget };

const isOnTarget = (note: Stored<KeptNote>): note is TargetNote =>
  note.subject.level !== 'chip' && note.subject.level !== 'task';

function targetsOf(kept: readonly Stored<KeptNote>[], scope: NoteScope, unscoped: boolean): TargetNotes[] {
  const onTargets = kept.filter(isOnTarget);
  const byTarget = Map.groupBy(onTargets, ({ subject: { target } }) => `${target.kind} ${target.id}`);
  return [...byTarget.values()]
    .map((notes) => targetNotes(notes, scope, unscoped))
    .filter(({ note, comments, metricNotes }) => note || comments.length > 0 || metricNotes.size > 0)
    .sort((a, b) => (sortOf(a.target) < sortOf(b.target) ? -1 : 1));
}

const sortOf = (target: TargetRef): string => noteKeys.ofTarget('', '', target).prefix;

function targetNotes(notes: readonly TargetNote[], scope: NoteScope, unscoped: boolean): TargetNotes {
  const ofLevel = (level: OnTarget['level']) => notes.filter(({ subject }) => subject.level === level);
  const byMetric = Map.groupBy(ofLevel('metric'), ({ subject }) => (subject.level === 'metric' ? subject.metric : ''));
  const metricNotes = [...byMetric].flatMap(([metric, candidates]) => {
    const shown = shownNote(candidates, scope, unscoped);
    return shown ? [[metric, shown] as const] : [];
  });
  const [first] = notes;
  return {
    target: first?.subject.target ?? { kind: 'qubit', id: '' },
    note: shownNote(ofLevel('target'), scope, unscoped),
    comments: commentsOf(ofLevel('target'), ofLevel('comment'), scope, unscoped),
    metricNotes: new Map(metricNotes),
  };
}

/**
 * Comments belong to the summary of one scope: that which is asked for, else the one that was edited or commented on
 * last (peer contract 1.3); the oldest comment first.
 */
function commentsOf(
  summaries: readonly TargetNote[],
  comments: readonly TargetNote[],
  scope: NoteScope,
  unscoped: boolean,
): KeptNote[] {
  const shown = shownNote([...summaries, ...comments], scope, unscoped);
  return comments.filter((comment) => comment.scope.key === shown?.scope.key);
}
