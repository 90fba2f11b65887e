import { executionIdPattern } from '#shared/runs/rules/ids.ts';
import { EXECUTION_STATUSES, type ExecutionStatus } from '#shared/runs/rules/statuses.ts';
import { type Collection, commonFields, type Mapping, Refusal } from '../collection.ts';
import { type Doc, instantOf, plainMap, textOf, textsOf, timesOf } from '../document.ts';
import { elapsedOf } from '../parameters.ts';

/** The backend of runs that name none: the default of QDash's configuration. */
const defaultBackend = 'qubex';

/** `execution_history`: the runs. */
export const executions: Collection = {
  name: 'execution_history',
  fields: [
    ...[...commonFields, 'user_id', 'username', 'name', 'execution_id', 'note', 'status', 'tags', 'chip_id'],
    ...['start_at', 'end_at', 'elapsed_time', 'message'],
  ],
  homeless: {
    calib_data_path: 'files are found by the paths of the task results',
    calib_data: 'values are imported from the task results',
    task_results: 'early runs repeat their task results, which are imported from their own collection',
  },
  keyOf: (doc) => textOf(doc, 'execution_id'),
  map(doc, mapping) {
    const { projectId, survey, tally } = mapping;
    const executionId = textOf(doc, 'execution_id');
    const facts = survey.execution(projectId, executionId);
    if (!facts || !executionIdPattern.test(executionId))
      throw new Refusal('its execution_id is not a day and a number');
    const [date = '', index] = executionId.split('-');
    tally.sawExecution(projectId, date, Number(index));
    const { createdAt } = timesOf(doc);
    const [startAt, endAt] = [instantOf(doc.start_at), instantOf(doc.end_at)];
    const { status, message } = statusOf(doc, executionId, mapping);
    const { flowRunId, counts, excluded, cooldownId } = facts;
    const asked = startAt !== undefined && startAt < createdAt ? startAt : createdAt;
    tally.markCooldown(projectId, cooldownId, textOf(doc, 'chip_id'));
    mapping.emit('run', { projectId, flowRunId, executionId, runner: 'worker', createdAt: asked });
    mapping.emit('execution', {
      ...{
        projectId,
        executionId,
        flowRunId,
        name: textOf(doc, 'name'),
        flowName: textOf(doc, 'name'),
        flowVersion: 1,
      },
      ...{ runner: 'worker', backend: defaultBackend, status, chipId: textOf(doc, 'chip_id') },
      ...{ userId: survey.userId(textOf(doc, 'username')), username: textOf(doc, 'username') },
      ...{ createdAt: asked, startAt, endAt: endAt ?? (isOver(status) ? (startAt ?? asked) : undefined) },
      ...{ elapsedSeconds: elapsedOf(doc.elapsed_time), message, tags: textsOf(doc, 'tags') },
      ...{ note: plainMap(doc.note), parameters: {}, fence: 1, cursor: 0, taskCounts: counts },
      ...(excluded > 0 ? { excludedTasks: excluded } : {}),
    });
  },
};

const isOver = (status: ExecutionStatus): boolean => status !== 'running' && status !== 'scheduled';

/** A run that had not ended is over here: no worker of this service has it. */
function statusOf(doc: Doc, executionId: string, { remark }: Mapping): { status: ExecutionStatus; message: string } {
  const found = EXECUTION_STATUSES.find((one) => one === textOf(doc, 'status'));
  const message = textOf(doc, 'message');
  if (found && isOver(found)) return { status: found, message };
  remark('changed', 'a run that had not ended is imported as failed', executionId);
  const why = `In QDash it was ${textOf(doc, 'status', 'without a status')} when the dump was made`;
  return { status: 'failed', message: message === '' ? why : `${message} (${why})` };
}
