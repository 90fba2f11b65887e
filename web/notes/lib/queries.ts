import { queryOptions } from '@tanstack/react-query';
import { api } from '../../ui/lib/api/api.ts';
import { inProject } from '../../ui/lib/api/queries.ts';
import type { LatticeKind, NoteComment, NotesSummary, TargetNotes } from '../../ui/lib/api/wire.ts';
import { noNote, type ScopeQuery } from './scope.ts';
import { type NotesSearch, notesPageSize, type searchQueryOf } from './search.ts';
import type { NoteTargetRef } from './writes.ts';

/** What pages of notes read. */

/** Key of all notes of a chip, in every scope. */
export const chipNotesKey = (chipId: string) => inProject('chip', chipId, 'notes');

/** The key of all events of notes, found or listed. */
export const noteEventsKey = () => inProject('note-events');

/** All notes of a chip: of one cool-down, or of the one that it is in when absent. */
export const notesSummaryQuery = (chipId: string, cooldownId: string | undefined) =>
  queryOptions({
    queryKey: [...chipNotesKey(chipId), cooldownId ?? 'current'],
    queryFn: () => readSummary(chipId, { cooldown_id: cooldownId }),
  });

/** Reads the whole summary, in several answers if it does not fit into one. */
async function readSummary(chipId: string, query: { cooldown_id: string | undefined }): Promise<NotesSummary> {
  const params = { chip_id: chipId };
  let summary = await api.getChipNotesSummary({ params, query });
  while (summary.next_cursor !== null) {
    const next = await api.getChipNotesSummary({ params, query: { ...query, cursor: summary.next_cursor } });
    summary = {
      ...next,
      qubits: [...summary.qubits, ...next.qubits],
      couplings: [...summary.couplings, ...next.couplings],
      task_notes: [...summary.task_notes, ...next.task_notes],
    };
  }
  return summary;
}

/** Every comment on a target under a scope, the oldest first. */
export const commentsQuery = ({ chipId, kind, id }: NoteTargetRef, scope: ScopeQuery) =>
  queryOptions({
    queryKey: [...chipNotesKey(chipId), 'comments', kind, id, scope],
    queryFn: async () => {
      const comments: NoteComment[] = [];
      for (;;) {
        const query = { ...scope, order: 'asc' as const, skip: comments.length, limit: 100 };
        const page = await (kind === 'qubit'
          ? api.listQubitNoteComments({ params: { chip_id: chipId, qid: id }, query })
          : api.listCouplingNoteComments({ params: { chip_id: chipId, coupling_id: id }, query }));
        comments.push(...page.comments);
        if (page.comments.length === 0 || comments.length >= page.total) return comments;
      }
    },
  });

/** The notes on one target; empty if there are none. */
export const notesOf = (summary: NotesSummary, kind: LatticeKind, id: string): TargetNotes =>
  summary[kind === 'qubit' ? 'qubits' : 'couplings'].find((notes) => notes.target_id === id) ?? {
    target_id: id,
    note: noNote,
    comments: [],
    comment_count: 0,
    metric_notes: {},
  };

/** One page of a search of everything that was noted. */
export const noteSearchQuery = (query: ReturnType<typeof searchQueryOf>) =>
  queryOptions({
    queryKey: [...noteEventsKey(), 'search', query],
    queryFn: () => api.searchNoteEvents({ query }),
  });

/** One page of the timeline of a chip, or of one target where the URL names one with its kind. */
export const timelineQuery = ({ chip, scope, target, order, page = 1 }: NotesSearch) =>
  queryOptions({
    queryKey: [...noteEventsKey(), 'timeline', chip, scope, target, order, page],
    queryFn: () => {
      const paging = { order: order ?? 'desc', skip: (page - 1) * notesPageSize, limit: notesPageSize };
      return scope !== undefined && target !== undefined
        ? api.listTargetNoteEvents({ query: { scope, target_id: target, chip_id: chip, ...paging } })
        : api.listChipNoteEvents({ params: { chip_id: chip ?? '' }, query: paging });
    },
  });
