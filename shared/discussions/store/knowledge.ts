import { defineEntity, type Item, type Stored } from '../../kernel/store/dynamodb/codec.ts';
import { type Database, getItem } from '../../kernel/store/dynamodb/database.ts';
import { threadKeys } from '../../kernel/store/keys.ts';
import type { KnowledgeFields, KnowledgeStatus } from '../rules/knowledge.ts';

/** A case that was learned from an issue; it outlives that. */
export interface KnowledgeRecord extends KnowledgeFields {
  projectId: string;
  /** The issue that it was drawn from: each has one case at most. */
  issueId: string;
  taskId: string;
  taskName: string;
  chipId: string;
  qid: string;
  status: KnowledgeStatus;
  /** Whether the issue was closed then. */
  isResolved: boolean;
  figurePaths: string[];
  imageUrls: string[];
  reviewedByUserId?: string | undefined;
  reviewedBy?: string | undefined;
  createdAt: string;
  updatedAt: string;
}

export const knowledgeEntity = defineEntity<KnowledgeRecord>({
  name: 'issue-knowledge',
  version: 1,
  keys: ({ projectId, issueId }) => threadKeys.knowledge(projectId, issueId),
});

export const decodeKnowledge = (item: Item): Stored<KnowledgeRecord> => knowledgeEntity.decode(item);

export async function getKnowledge(
  db: Database,
  projectId: string,
  issueId: string,
): Promise<Stored<KnowledgeRecord> | undefined> {
  const item = await getItem(db, threadKeys.knowledge(projectId, issueId));
  return item && decodeKnowledge(item);
}

/** Leads from a task to a case about it that was approved. */
interface TaskCaseRecord {
  projectId: string;
  taskName: string;
  issueId: string;
}

export const taskCaseEntity = defineEntity<TaskCaseRecord>({
  name: 'task-case',
  version: 1,
  keys: ({ projectId, taskName, issueId }) => threadKeys.knowledgeOfTask(projectId, taskName, issueId),
});
