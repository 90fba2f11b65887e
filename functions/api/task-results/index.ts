import { groupHandler } from '../../http/group.ts';
import { decideHeldValues } from './decideHeldValues.ts';
import { getCalibrationNote } from './getCalibrationNote.ts';
import { getHistoricalCouplingTaskResults, getHistoricalQubitTaskResults } from './getHistoricalTargetTaskResults.ts';
import { getLatestCouplingTaskResults, getLatestQubitTaskResults } from './getLatestTargetTaskResults.ts';
import { getCouplingTaskHistory, getQubitTaskHistory } from './getTargetTaskHistory.ts';
import { getTaskResult } from './getTaskResult.ts';
import { getTimeseriesTaskResults } from './getTimeseriesTaskResults.ts';
import { listBackends } from './listBackends.ts';
import { listHeldMeasurements } from './listHeldMeasurements.ts';
import { listTags } from './listTags.ts';
import { listTaskInfo } from './listTaskInfo.ts';
import { listTaskResults } from './listTaskResults.ts';
import { listTasks } from './listTasks.ts';
import { setTaskResultExcluded } from './setTaskResultExcluded.ts';
import { setTaskResultsExcluded } from './setTaskResultsExcluded.ts';

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
  decideHeldValues,
  listHeldMeasurements,
  setTaskResultExcluded,
  setTaskResultsExcluded,
});
