import { queryOptions } from '@tanstack/react-query';
import { api, hasStatus } from '../api.ts';
import { inProject } from '../queries.ts';
import type { NotesSummary, TargetKind, TargetNotes } from '../wire.ts';
import { noNote } from './scope.ts';
import { type NotesSearch, notesPageSize, type searchQueryOf } from './search.ts';

/** What pages of notes read. */

/** Key of all notes of a chip, in every scope. */
export const chipNotesKey = (chipId: string) => inProject('chip', chipId, 'notes');

/** Key of everything that was noted, as it was found or listed. */
export const noteEventsKey = () => inProject('note-events');

/** All notes of a chip: of one cool-down, or of the one that it is in when absent. */
export const notesSummaryQuery = (chipId: string, cooldownId: string | undefined) =>
  queryOptions({
    queryKey: [...chipNotesKey(chipId), cooldownId ?? 'current'],
    queryFn: () => api.getChipNotesSummary({ params: { chip_id: chipId }, query: { cooldown_id: cooldownId } }),
  });

/** What is noted on one target; empty where nothing is. */
export const notesOf = (summary: NotesSummary, kind: TargetKind, id: string): TargetNotes =>
  summary[kind === 'qubit' ? 'qubits' : 'couplings'].find((notes) => notes.target_id === id) ?? {
    target_id: id,
    note: noNote,
    comments: [],
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

/** The note of a task result; empty where none is set. */
export const taskNoteQuery = (taskId: string) =>
  queryOptions({
    queryKey: inProject('task', taskId, 'note'),
    queryFn: async () => {
      try {
        return await api.getTaskNote({ params: { task_id: taskId } });
      } catch (error) {
        if (hasStatus(error, 404)) return noNote;
        throw error;
      }
    },
  });
