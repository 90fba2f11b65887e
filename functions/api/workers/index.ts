import { groupHandler } from '../../http/group.ts';
import { announceWorker } from './announceWorker.ts';
import { appendRunLog } from './appendRunLog.ts';
import { beginPastRun } from './beginPastRun.ts';
import { claimRun } from './claimRun.ts';
import { finishRun } from './finishRun.ts';
import { getRunContext } from './getRunContext.ts';
import { heartbeatRun } from './heartbeatRun.ts';
import { listRunLog } from './listRunLog.ts';
import { listWorkers } from './listWorkers.ts';
import { reportTaskResults } from './reportTaskResults.ts';

export const handler = groupHandler({
  listWorkers,
  announceWorker,
  claimRun,
  beginPastRun,
  getRunContext,
  heartbeatRun,
  reportTaskResults,
  appendRunLog,
  finishRun,
  listRunLog,
});
