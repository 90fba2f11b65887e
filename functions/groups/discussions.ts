import * as qdashIssues from '#compat/qdash/handlers/issues.ts';
import * as discussions from '../discussions/discussions.ts';
import * as issueKnowledge from '../discussions/issue-knowledge.ts';
import { groupHandler } from '../http/group.ts';

export const handler = groupHandler({ ...discussions, ...issueKnowledge, ...qdashIssues });
