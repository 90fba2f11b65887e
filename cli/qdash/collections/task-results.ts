import type { TaskResultRecord } from '#shared/results/store/task-results.ts';
import type { TaskType } from '#shared/runs/rules/plan.ts';
import { TASK_STATUSES, type TaskStatus } from '#shared/runs/rules/statuses.ts';
import type { GateMarks } from '#shared/values/rules/gate-mark.ts';
import { type Collection, commonFields, type Mapping, Refusal } from '../collection.ts';
import {
  type Doc,
  instantOf,
  isDoc,
  numberOf,
  optionalText,
  partOf,
  plainMap,
  textOf,
  textsOf,
  timesOf,
} from '../document.ts';
import { lineOf, problemOf } from '../lines.ts';
import { emitNote } from '../notes.ts';
import { elapsedOf, readParameters, runParametersOf, suspectMark } from '../parameters.ts';
import { couplingIdOf, noteIn, uuidOf } from '../survey.ts';

/** Longest part of a stack trace that is kept, as of a worker's result. */
const stackTraceLength = 10_000;

/** `task_result_history`: what each task measured. */
export const taskResults: Collection = {
  name: 'task_result_history',
  fields: [
    ...[...commonFields, 'user_id', 'username', 'task_id', 'name', 'upstream_id', 'status', 'message', 'stack_trace'],
    ...['input_parameters', 'output_parameters', 'output_parameter_names', 'run_parameters', 'note', 'user_note'],
    ...['ai_review_note', 'figure_path', 'json_figure_path', 'raw_data_path', 'start_at', 'end_at', 'elapsed_time'],
    ...['task_type', 'qid', 'execution_id', 'tags', 'chip_id', 'cooldown_id', 'source_task_id', 'excluded'],
    ...['excluded_reason', 'excluded_by', 'excluded_by_user_id', 'excluded_at', 'quality_metrics'],
  ],
  homeless: { ai_review: 'the state of a review that was asked for; the text of the review is imported' },
  keyOf: (doc) => textOf(doc, 'task_id'),
  map(doc, mapping) {
    const { projectId, survey, tally } = mapping;
    const result = withoutLongNote(resultOf(doc, mapping), mapping);
    const { taskId, chipId, executionId, status, cooldownId } = result;
    mapping.emit('task-result', result);
    const chip = survey.chip(projectId, chipId);
    if (chip) chip.results[status] = (chip.results[status] ?? 0) + 1;
    const execution = survey.execution(projectId, executionId);
    if (execution) execution.counts[status] = (execution.counts[status] ?? 0) + 1;
    if (execution && result.excluded) execution.excluded += 1;
    tally.markCooldown(projectId, cooldownId, chipId);
    const { sourceTaskId } = result;
    if (sourceTaskId !== undefined)
      mapping.emit('re-execution', { projectId, sourceTaskId, at: result.queuedAt, taskId, executionId });
    if (result.userNote) {
      const subject = { level: 'task' as const, taskId, qid: result.qid };
      emitNote(mapping, {
        chipId,
        subject,
        scope: { type: 'global', key: 'global', source: 'legacy_global' },
        note: result.userNote,
      });
    }
  },
};

/** Traces among the values that are not numbers can be larger than a record may be: they are left out then. */
function withoutLongNote(result: TaskResultRecord, { remark }: Mapping): TaskResultRecord {
  if (problemOf(lineOf('task-result', result), result) === undefined) return result;
  const { qdash, ...note } = result.note;
  if (qdash !== undefined) remark('left_out', 'values that are not numbers and too large for a record', result.taskId);
  return { ...result, note };
}

function resultOf(doc: Doc, mapping: Mapping): TaskResultRecord {
  const { projectId, survey, remark } = mapping;
  const taskId = textOf(doc, 'task_id');
  if (taskId === '') throw new Refusal('has no task_id');
  const executionId = textOf(doc, 'execution_id');
  const { createdAt, updatedAt } = timesOf(doc);
  const [startAt, endAt] = [instantOf(doc.start_at), instantOf(doc.end_at)];
  const execution = survey.execution(projectId, executionId);
  if (!execution) remark('decision', 'the run of a task result is not in the dump', executionId);
  const { target, ...type } = typeOf(doc, mapping);
  const { status, message } = statusOf(doc, taskId, mapping);
  const queuedAt = startAt ?? createdAt;
  const ended = endAt ?? (status === 'completed' || status === 'failed' ? (startAt ?? createdAt) : undefined);
  const r2 = numberOf(partOf(doc, 'quality_metrics').r2);
  const excluded = doc.excluded === true;
  return {
    ...{
      projectId,
      taskId,
      executionId,
      chipId: textOf(doc, 'chip_id'),
      name: textOf(doc, 'name'),
      ...type,
      qid: target,
    },
    ...{ userId: survey.userId(textOf(doc, 'username')), username: textOf(doc, 'username') },
    ...{ upstreamId: textOf(doc, 'upstream_id'), stage: 0, index: 0, status, message },
    ...(r2 !== undefined && Number.isFinite(r2) ? { r2 } : {}),
    ...{ sourceTaskId: optionalText(doc, 'source_task_id'), cooldownId: optionalText(doc, 'cooldown_id') },
    ...{ queuedAt, startAt, endAt: ended, elapsedSeconds: elapsedOf(doc.elapsed_time) },
    ...{ flowRunId: execution?.flowRunId ?? uuidOf(projectId, executionId), flowName: execution?.name ?? '' },
    ...parametersOf(doc, taskId, mapping),
    ...filesOf(doc, mapping),
    tags: textsOf(doc, 'tags'),
    stackTrace: optionalText(doc, 'stack_trace')?.slice(0, stackTraceLength),
    ...annotationsOf(doc, mapping),
    ...(excluded ? exclusionOf(doc, mapping) : {}),
    ...{ createdAt: startAt !== undefined && startAt < createdAt ? startAt : createdAt, updatedAt: ended ?? updatedAt },
  };
}

/** The type and the target. A coupling has one id, and the result says if QDash named its qubits in the other order. */
function typeOf(doc: Doc, { remark }: Mapping): { taskType: TaskType; target: string; isInverse?: true } {
  const taskType = textOf(doc, 'task_type');
  const qid = textOf(doc, 'qid');
  if (taskType === 'qubit' && qid !== '') return { taskType, target: qid };
  if (taskType === 'coupling') {
    const id = couplingIdOf(qid);
    if (id !== undefined) return { taskType, target: id, ...(id === qid ? {} : { isInverse: true }) };
  }
  if (taskType === 'global' || taskType === 'system') return { taskType, target: '' };
  remark(
    'changed',
    `a task of the type '${taskType}' is imported as a system task`,
    `${textOf(doc, 'name')} on ${qid}`,
  );
  return { taskType: 'system', target: '' };
}

function statusOf(doc: Doc, taskId: string, { remark }: Mapping): { status: TaskStatus; message: string } {
  const found = TASK_STATUSES.find((one) => one === textOf(doc, 'status'));
  const message = textOf(doc, 'message');
  if (found && found !== 'running' && found !== 'scheduled' && found !== 'pending') return { status: found, message };
  remark('changed', 'a task that had not ended is imported as cancelled', taskId);
  const why = `In QDash it was ${textOf(doc, 'status', 'without a status')} when the dump was made`;
  return { status: 'cancelled', message: message === '' ? why : `${message} (${why})` };
}

/** Numbers are parameters; what is none stays in the result's note, as QDash has it. */
function parametersOf(doc: Doc, taskId: string, { remark }: Mapping) {
  const inputs = readParameters(doc.input_parameters);
  const outputs = readParameters(doc.output_parameters);
  const marks: Record<string, typeof suspectMark> = {};
  for (const [name, suspect] of outputs.suspects) {
    marks[name] = suspectMark;
    const what = suspect === 'zero' ? 'a 0 that QDash may have written for NaN' : 'NaN is imported as 0';
    remark('suspect', `${what}, marked as suspect`, `${taskId} ${name}`);
  }
  for (const [name, model] of Object.entries(partOf(doc, 'input_parameters')))
    if (isDoc(model) && textOf(model, 'task_id') !== '')
      remark('left_out', 'which task measured an input parameter, and when', `${taskId} ${name}`);
  const others = { input_parameters: inputs.others, output_parameters: outputs.others };
  const kept = Object.entries(others).filter(([, values]) => Object.keys(values).length > 0);
  for (const [field, values] of kept)
    for (const name of Object.keys(values))
      remark('changed', `one of ${field} that is not a number is kept in the note of the result`, `${taskId} ${name}`);
  const gateMarks: GateMarks = marks;
  return {
    inputParameters: inputs.numbers,
    outputParameters: outputs.numbers,
    runParameters: runParametersOf(doc.run_parameters),
    outputParameterNames: textsOf(doc, 'output_parameter_names'),
    note: { ...plainMap(doc.note), ...(kept.length > 0 ? { qdash: Object.fromEntries(kept) } : {}) },
    ...(outputs.suspects.size > 0 ? { gateMarks } : {}),
  };
}

function filesOf(doc: Doc, { projectId, files }: Mapping) {
  const [figurePaths, jsonFigurePaths, rawDataPaths] = [
    textsOf(doc, 'figure_path'),
    textsOf(doc, 'json_figure_path'),
    textsOf(doc, 'raw_data_path'),
  ];
  for (const path of [...figurePaths, ...jsonFigurePaths]) files.name(projectId, 'figures', path);
  for (const path of rawDataPaths) files.name(projectId, 'raw', path);
  return { figurePaths, jsonFigurePaths, rawDataPaths };
}

function annotationsOf(doc: Doc, { remark }: Mapping) {
  const [userNote, aiReviewNote] = [noteIn(doc, 'user_note'), noteIn(doc, 'ai_review_note')];
  const state = textOf(partOf(doc, 'ai_review'), 'status');
  if (state !== '' && state !== 'completed')
    remark('left_out', `a review that is ${state}: ask for it again`, textOf(doc, 'task_id'));
  return {
    ...(userNote.updatedAt === undefined ? {} : { userNote }),
    ...(aiReviewNote.updatedAt === undefined ? {} : { aiReviewNote }),
  };
}

const exclusionOf = (doc: Doc, { survey }: Mapping) => ({
  excluded: true,
  excludedReason: textOf(doc, 'excluded_reason'),
  excludedBy: optionalText(doc, 'excluded_by'),
  excludedByUserId: optionalText(doc, 'excluded_by') && survey.userId(textOf(doc, 'excluded_by')),
  excludedAt: instantOf(doc.excluded_at),
});
