import { issueOperations } from '#shared/contract/operations/issues.ts';
import { listTaskIssues } from '#shared/services/threads/issues.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentIssue } from '../issue.ts';

export const getTaskResultIssues = endpoint(issueOperations.getTaskResultIssues, async ({ ctx, params }) =>
  (await listTaskIssues(ctx, params.task_id)).map((thread) => presentIssue({ thread })),
);
