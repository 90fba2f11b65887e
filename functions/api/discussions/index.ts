import { groupHandler } from '../../http/group.ts';
import * as discussions from './discussions.ts';
import * as issueKnowledge from './issue-knowledge.ts';
import * as issues from './issues.ts';

export const handler = groupHandler({ ...discussions, ...issueKnowledge, ...issues });
