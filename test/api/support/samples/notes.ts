import type { routes } from '#shared/api/routes.ts';
import type { SamplesOf } from './sample.ts';

export const notesSamples = {
  getChipNotesSummary: ({ chipId }) => ({ params: { chip_id: chipId } }),
  getChipNote: ({ chipId }) => ({ params: { chip_id: chipId } }),
  upsertChipNote: ({ chipId, fresh }) => ({ params: { chip_id: chipId }, body: { content: fresh } }),
  deleteChipNote: ({ chipId }) => ({ params: { chip_id: chipId } }),
  upsertQubitNote: ({ chipId, fresh }) => ({ params: { chip_id: chipId, qid: 0 }, body: { content: fresh } }),
  deleteQubitNote: ({ chipId }) => ({ params: { chip_id: chipId, qid: 0 } }),
  listQubitNoteComments: ({ chipId }) => ({ params: { chip_id: chipId, qid: 0 } }),
  createQubitNoteComment: ({ chipId, fresh }) => ({ params: { chip_id: chipId, qid: 0 }, body: { content: fresh } }),
  updateQubitNoteComment: ({ chipId, qubitCommentId, fresh }) => ({
    params: { chip_id: chipId, qid: 0, comment_id: qubitCommentId },
    body: { content: fresh },
  }),
  deleteQubitNoteComment: ({ chipId, qubitCommentId }) => ({
    params: { chip_id: chipId, qid: 0, comment_id: qubitCommentId },
  }),
  upsertQubitMetricNote: ({ chipId, fresh }) => ({
    params: { chip_id: chipId, qid: 0, metric_key: 't1' },
    body: { content: fresh },
  }),
  deleteQubitMetricNote: ({ chipId }) => ({ params: { chip_id: chipId, qid: 0, metric_key: 't1' } }),
  upsertCouplingNote: ({ chipId, fresh }) => ({
    params: { chip_id: chipId, coupling_id: '0-1' },
    body: { content: fresh },
  }),
  deleteCouplingNote: ({ chipId }) => ({ params: { chip_id: chipId, coupling_id: '0-1' } }),
  listCouplingNoteComments: ({ chipId }) => ({ params: { chip_id: chipId, coupling_id: '0-1' } }),
  createCouplingNoteComment: ({ chipId, fresh }) => ({
    params: { chip_id: chipId, coupling_id: '0-1' },
    body: { content: fresh },
  }),
  updateCouplingNoteComment: ({ chipId, couplingCommentId, fresh }) => ({
    params: { chip_id: chipId, coupling_id: '0-1', comment_id: couplingCommentId },
    body: { content: fresh },
  }),
  deleteCouplingNoteComment: ({ chipId, couplingCommentId }) => ({
    params: { chip_id: chipId, coupling_id: '0-1', comment_id: couplingCommentId },
  }),
  upsertCouplingMetricNote: ({ chipId, fresh }) => ({
    params: { chip_id: chipId, coupling_id: '0-1', metric_key: 'cz_gate_fidelity' },
    body: { content: fresh },
  }),
  deleteCouplingMetricNote: ({ chipId }) => ({
    params: { chip_id: chipId, coupling_id: '0-1', metric_key: 'cz_gate_fidelity' },
  }),
  getTaskNote: ({ notedTaskId }) => ({ params: { task_id: notedTaskId } }),
  upsertTaskNote: ({ notedTaskId, fresh }) => ({ params: { task_id: notedTaskId }, body: { content: fresh } }),
  deleteTaskNote: ({ notedTaskId }) => ({ params: { task_id: notedTaskId } }),
  listChipNoteEvents: ({ chipId }) => ({ params: { chip_id: chipId } }),
  listTargetNoteEvents: ({ chipId }) => ({ query: { scope: 'chip', target_id: chipId } }),
} satisfies Partial<SamplesOf<typeof routes>>;
