import { chipDocs } from './chips.ts';
import { discussionDocs } from './discussions.ts';
import { type Doc, type DumpSize, date, dayOf, id, info, parameter, projectId, restartIds } from './fields.ts';
import { labDocs } from './lab.ts';
import { noteDocs } from './notes.ts';
import { otherDocs } from './others.ts';
import { peopleDocs } from './people.ts';
import { resultId } from './results.ts';
import { runDocs } from './runs.ts';

/** A dump of every collection with the oddities of QDash's data: the same documents each time. */
export function* dumpDocuments(size: DumpSize): Generator<[collection: string, doc: Doc]> {
  restartIds();
  const start = dayOf(size.days);
  yield* peopleDocs(start);
  yield* chipDocs(start, size);
  yield* runDocs(size);
  yield* labDocs(start);
  yield* noteDocs(start);
  yield* discussionDocs(start);
  yield* otherDocs(start);
}

/** A day after the dump: when the documents of `laterDocuments` were written. */
export const later = dayOf(-1);

/** The same database a day later: qubits 0 and 1 were measured again, in a run of one task. */
export function* laterDocuments(size: DumpSize): Generator<[collection: string, doc: Doc]> {
  let result: Doc = {};
  for (const [collection, doc] of dumpDocuments(size)) {
    if (collection === 'task_result_history' && doc.task_id === resultId(0)) result = doc;
    const isAgain = collection === 'qubit' && doc.chip_id === 'alpha' && ['0', '1'].includes(String(doc.qid));
    const data = { ...(doc.data as Doc | undefined), t1: parameter(90 + Number(doc.qid), later) };
    yield [collection, isAgain && doc.username === 'anna' ? { ...doc, data, system_info: info(later) } : doc];
  }
  const executionId = `${date(later)}-000`;
  const taskId = resultId(2_000_000);
  const times = { start_at: later, end_at: later, system_info: info(later) };
  yield ['task_result_history', { ...result, ...times, _id: id(later), task_id: taskId, execution_id: executionId }];
  yield [
    'execution_history',
    {
      ...{
        _id: id(later),
        project_id: projectId,
        username: 'anna',
        name: 'Again',
        execution_id: executionId,
        note: {},
      },
      ...{ status: 'completed', tags: [], chip_id: 'alpha', elapsed_time: 1, message: '', ...times },
    },
  ];
}
