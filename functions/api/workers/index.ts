import { groupHandler } from '../../http/group.ts';
import {
  announceWorker,
  appendRunLog,
  beginPastRun,
  claimRun,
  finishRun,
  getRunContext,
  heartbeatRun,
  listRunLog,
  listWorkers,
  reportTaskResults,
} from './workers.ts';

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
