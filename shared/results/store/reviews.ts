import { defineEntity } from '../../kernel/store/dynamodb/codec.ts';
import { reviewKeys } from '../../kernel/store/keys.ts';
import type { ReviewFields, ReviewStatus } from '../rules/reviews/review.ts';

/** Results that are to be reviewed together. */
export interface ReviewRunRecord {
  projectId: string;
  runId: string;
  /** `manual_chip_bulk` if a user requested it, `single` if a user wrote a review of one result. */
  triggerType: string;
  chipId: string;
  taskName: string;
  entityType: 'qubit' | 'coupling';
  executionIds: string[];
  modelProvider: string;
  modelName: string;
  requestedBy: string;
  requestedAt: string;
  size: number;
}

export const reviewRunEntity = defineEntity<ReviewRunRecord>({
  name: 'review-run',
  version: 1,
  keys: ({ projectId, runId }) => reviewKeys.run(projectId, runId),
});

/** What lists and counts say of the review of a result. */
export interface ReviewRow {
  projectId: string;
  runId: string;
  taskId: string;
  taskName: string;
  chipId: string;
  qid: string;
  executionId: string;
  status: ReviewStatus;
  decision: string;
  completedAt?: string | undefined;
}

export const reviewRowEntity = defineEntity<ReviewRow>({
  name: 'review',
  version: 1,
  keys: ({ projectId, runId, taskId }) => reviewKeys.row(projectId, runId, taskId),
});

/** The whole text, and what the result was like when it was asked for. */
export interface ReviewTextRecord extends Omit<ReviewFields, 'decision'> {
  projectId: string;
  runId: string;
  taskId: string;
  taskStatus: string;
  startAt?: string | undefined;
  figurePaths: string[];
  jsonFigurePaths: string[];
  modelProvider: string;
  modelName: string;
  updatedBy: string;
  updatedAt?: string | undefined;
}

export const reviewTextEntity = defineEntity<ReviewTextRecord>({
  name: 'review-text',
  version: 1,
  keys: ({ projectId, runId, taskId }) => reviewKeys.text(projectId, runId, taskId),
});
