import { groupHandler } from '../../http/group.ts';
import { createCouplingNoteComment, createQubitNoteComment } from './createTargetNoteComment.ts';
import { deleteChipNote } from './deleteChipNote.ts';
import { deleteCouplingMetricNote, deleteQubitMetricNote } from './deleteTargetMetricNote.ts';
import { deleteCouplingNote, deleteQubitNote } from './deleteTargetNote.ts';
import { deleteCouplingNoteComment, deleteQubitNoteComment } from './deleteTargetNoteComment.ts';
import { deleteTaskNote } from './deleteTaskNote.ts';
import { getChipNote } from './getChipNote.ts';
import { getChipNotesSummary } from './getChipNotesSummary.ts';
import { getTaskNote } from './getTaskNote.ts';
import { listChipNoteEvents } from './listChipNoteEvents.ts';
import { listCouplingNoteComments, listQubitNoteComments } from './listTargetNoteComments.ts';
import { listTargetNoteEvents } from './listTargetNoteEvents.ts';
import { updateCouplingNoteComment, updateQubitNoteComment } from './updateTargetNoteComment.ts';
import { upsertChipNote } from './upsertChipNote.ts';
import { upsertCouplingMetricNote, upsertQubitMetricNote } from './upsertTargetMetricNote.ts';
import { upsertCouplingNote, upsertQubitNote } from './upsertTargetNote.ts';
import { upsertTaskNote } from './upsertTaskNote.ts';

export const handler = groupHandler({
  createCouplingNoteComment,
  createQubitNoteComment,
  deleteChipNote,
  deleteCouplingMetricNote,
  deleteCouplingNote,
  deleteCouplingNoteComment,
  deleteQubitMetricNote,
  deleteQubitNote,
  deleteQubitNoteComment,
  deleteTaskNote,
  getChipNote,
  getChipNotesSummary,
  getTaskNote,
  listChipNoteEvents,
  listQubitNoteComments,
  listCouplingNoteComments,
  listTargetNoteEvents,
  updateCouplingNoteComment,
  updateQubitNoteComment,
  upsertChipNote,
  upsertCouplingMetricNote,
  upsertCouplingNote,
  upsertQubitMetricNote,
  upsertQubitNote,
  upsertTaskNote,
});
