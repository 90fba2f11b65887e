import * as discussions from '../discussions/discussions.ts';
import * as issueKnowledge from '../discussions/issue-knowledge.ts';
import * as issues from '../discussions/issues.ts';
import { groupHandler } from '../http/group.ts';

export const handler = groupHandler({ ...discussions, ...issueKnowledge, ...issues });
