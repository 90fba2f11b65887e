import { groupHandler } from '../../http/group.ts';
import { getCalibrationNote } from './getCalibrationNote.ts';
import { getCouplingTaskHistory } from './getCouplingTaskHistory.ts';
import { getHistoricalCouplingTaskResults } from './getHistoricalCouplingTaskResults.ts';
import { getHistoricalQubitTaskResults } from './getHistoricalQubitTaskResults.ts';
import { getLatestCouplingTaskResults } from './getLatestCouplingTaskResults.ts';
import { getLatestQubitTaskResults } from './getLatestQubitTaskResults.ts';
import { getQubitTaskHistory } from './getQubitTaskHistory.ts';
import { getTaskResult } from './getTaskResult.ts';
import { getTimeseriesTaskResults } from './getTimeseriesTaskResults.ts';
import { listBackends } from './listBackends.ts';
import { listTags } from './listTags.ts';
import { listTaskInfo } from './listTaskInfo.ts';
import { listTaskResults } from './listTaskResults.ts';
import { listTasks } from './listTasks.ts';
import { setTaskResultExcluded } from './setTaskResultExcluded.ts';

/** The Lambda of the group `task-results`. */
export const handler = groupHandler({
  listTaskResults,
  getLatestQubitTaskResults,
  getLatestCouplingTaskResults,
  getHistoricalQubitTaskResults,
  getHistoricalCouplingTaskResults,
  getQubitTaskHistory,
  getCouplingTaskHistory,
  getTimeseriesTaskResults,
  getTaskResult,
  listTasks,
  listTags,
  listBackends,
  getCalibrationNote,
  listTaskInfo,
  setTaskResultExcluded,
});
