import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';
import { inProject } from '../queries.ts';
import type { NotesSummary, TargetKind, TargetNotes } from '../wire.ts';
import { noNote } from './scope.ts';

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
