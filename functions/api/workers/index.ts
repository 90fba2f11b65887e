import { groupHandler } from '../../http/group.ts';
import { appendRunLog } from './appendRunLog.ts';
import { claimRun } from './claimRun.ts';
import { createUploads } from './createUploads.ts';
import { finishRun } from './finishRun.ts';
import { heartbeatRun } from './heartbeatRun.ts';
import { listRunLog } from './listRunLog.ts';
import { listWorkers } from './listWorkers.ts';
import { reportTaskResults } from './reportTaskResults.ts';

/** The Lambda of the group `workers`. */
export const handler = groupHandler({
  listWorkers,
  claimRun,
  heartbeatRun,
  reportTaskResults,
  createUploads,
  appendRunLog,
  finishRun,
  listRunLog,
});
