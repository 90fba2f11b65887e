import { groupHandler } from '../../http/group.ts';
import { createCouplingNoteComment } from './createCouplingNoteComment.ts';
import { createQubitNoteComment } from './createQubitNoteComment.ts';
import { deleteChipNote } from './deleteChipNote.ts';
import { deleteCouplingMetricNote } from './deleteCouplingMetricNote.ts';
import { deleteCouplingNote } from './deleteCouplingNote.ts';
import { deleteCouplingNoteComment } from './deleteCouplingNoteComment.ts';
import { deleteQubitMetricNote } from './deleteQubitMetricNote.ts';
import { deleteQubitNote } from './deleteQubitNote.ts';
import { deleteQubitNoteComment } from './deleteQubitNoteComment.ts';
import { deleteTaskNote } from './deleteTaskNote.ts';
import { getChipNote } from './getChipNote.ts';
import { getChipNotesSummary } from './getChipNotesSummary.ts';
import { getTaskNote } from './getTaskNote.ts';
import { listChipNoteEvents } from './listChipNoteEvents.ts';
import { listCouplingNoteComments } from './listCouplingNoteComments.ts';
import { listQubitNoteComments } from './listQubitNoteComments.ts';
import { listTargetNoteEvents } from './listTargetNoteEvents.ts';
import { updateCouplingNoteComment } from './updateCouplingNoteComment.ts';
import { updateQubitNoteComment } from './updateQubitNoteComment.ts';
import { upsertChipNote } from './upsertChipNote.ts';
import { upsertCouplingMetricNote } from './upsertCouplingMetricNote.ts';
import { upsertCouplingNote } from './upsertCouplingNote.ts';
import { upsertQubitMetricNote } from './upsertQubitMetricNote.ts';
import { upsertQubitNote } from './upsertQubitNote.ts';
import { upsertTaskNote } from './upsertTaskNote.ts';

/** The Lambda of the group `notes`. */
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
