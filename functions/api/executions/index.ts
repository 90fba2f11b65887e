import { groupHandler } from '../../http/group.ts';
import { listExecutions } from './listExecutions.ts';

/** The Lambda of the group `executions`. */
export const handler = groupHandler({
  listExecutions,
});
