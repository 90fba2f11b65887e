import { defineEntity } from '../../kernel/store/dynamodb/codec.ts';
import { taskKeys } from '../../kernel/store/keys.ts';

/** What a list says of what a project has written about a task. */
export interface TaskDocumentRecord {
  projectId: string;
  name: string;
  summary: string;
  failureModes: number;
  images: number;
  hasAnalysisGuide: boolean;
  hasReviewGuide: boolean;
  updatedBy: string;
  updatedAt: string;
}

export const taskDocumentEntity = defineEntity<TaskDocumentRecord>({
  name: 'task-document',
  version: 1,
  keys: ({ projectId, name }) => taskKeys.document(projectId, name),
});

/** The text, which no list reads. */
interface TaskDocumentTextRecord {
  projectId: string;
  name: string;
  markdown: string;
}

export const taskDocumentTextEntity = defineEntity<TaskDocumentTextRecord>({
  name: 'task-document-text',
  version: 1,
  keys: ({ projectId, name }) => taskKeys.documentText(projectId, name),
});
