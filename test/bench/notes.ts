import type { Client } from '#shared/api/client.ts';
import { forEachConcurrent } from '#shared/kernel/concurrency.ts';
import { chunk } from '#shared/kernel/store/dynamodb/database.ts';
import { chipKeys, noteEventKeys, noteKeys } from '#shared/kernel/store/keys.ts';
import { type Contribution, headOf, type ReadCase } from './read-case.ts';

/** The notes of a chip of the bench: one on each qubit, and some of every other kind. */
const noted = { chip: 'c133', qubits: 133, comments: 20, metrics: 20, globals: 20 };

/** Notes every qubit of a chip for a range, some for another one, with comments and metric notes. */
export async function seedNotes(client: Client): Promise<void> {
  const chip = { chip_id: noted.chip };
  const body = { content: 'T1 fell after the last warm-up; the flux line is the suspect. '.repeat(4) };
  const query = { start_at: '2026-01-01T00:00:00Z', end_at: '2026-02-01T00:00:00Z' };
  await client.upsertChipNote({ params: chip, query, body });
  const qids = Array.from({ length: noted.qubits }, (_, n) => String(n));
  const each = (list: string[], work: (qid: string) => Promise<unknown>) =>
    forEachConcurrent(chunk(list, 1), 4, async ([qid = '']) => void (await work(qid)));
  await each(qids, (qid) => client.upsertQubitNote({ params: { ...chip, qid }, query, body }));
  await each(qids.slice(0, noted.globals), (qid) => client.upsertQubitNote({ params: { ...chip, qid }, body }));
  await each(qids.slice(0, noted.comments), (qid) =>
    client.createQubitNoteComment({ params: { ...chip, qid }, query, body }),
  );
  await each(qids.slice(0, noted.metrics), (qid) =>
    client.upsertQubitMetricNote({ params: { ...chip, qid, metric_key: 't1' }, query, body }),
  );
}

/** The reads of notes: the whole of a chip, its own note, and the timelines. */
export function noteCases(projectId: string, taskId: string, taskKey: Contribution): ReadCase[] {
  const chipId = noted.chip;
  const chip: Contribution = { get: [chipKeys.chip(projectId, chipId)] };
  const query = { start_at: '2026-01-01T00:00:00Z', end_at: '2026-02-01T00:00:00Z' };
  const count: Contribution = { query: noteKeys.counts(projectId, chipId) };
  const params = { chip_id: chipId };
  return [
    {
      ...{
        name: 'getChipNotesSummary, 133 qubits noted',
        operationId: 'getChipNotesSummary',
        projectId,
        params,
        query,
      },
      contributes: [chip, { query: noteKeys.all(projectId, chipId) }],
    },
    {
      ...{ name: 'getChipNote', operationId: 'getChipNote', projectId, params, query },
      contributes: [chip, { query: noteKeys.ofChip(projectId, chipId) }],
    },
    {
      ...{ name: 'listQubitNoteComments', operationId: 'listQubitNoteComments', projectId, query },
      params: { ...params, qid: '0' },
      contributes: [
        chip,
        { get: [chipKeys.qubit(projectId, chipId, '0')] },
        { query: noteKeys.onTarget(projectId, chipId, { kind: 'qubit', id: '0' }) },
      ],
    },
    {
      ...{ name: 'listCouplingNoteComments', operationId: 'listCouplingNoteComments', projectId, query },
      params: { ...params, coupling_id: '0-1' },
      contributes: [
        chip,
        { get: [chipKeys.coupling(projectId, chipId, '0-1')] },
        { query: noteKeys.onTarget(projectId, chipId, { kind: 'coupling', id: '0-1' }) },
      ],
    },
    {
      ...{ name: 'listChipNoteEvents, 20 of 194', operationId: 'listChipNoteEvents', projectId, params },
      contributes: [count, { query: { ...noteEventKeys.ofChip(projectId, chipId), descending: true }, limit: 20 }],
    },
    {
      ...{ name: 'listTargetNoteEvents', operationId: 'listTargetNoteEvents', projectId },
      query: { scope: 'qubit', target_id: '0' },
      contributes: [
        { query: { index: 'gsi1', pk: noteEventKeys.ofTarget(projectId, 'qubit', '0') } },
        ...headOf(projectId, 'gsi1', noteEventKeys.ofTarget(projectId, 'qubit', '0')),
      ],
    },
    {
      // The index answers it; the table says up to when it is complete.
      ...{ name: 'searchNoteEvents', operationId: 'searchNoteEvents', projectId, query: { q: 'drift' } },
      contributes: [{ query: { index: 'gsi2', pk: noteEventKeys.ofProject(projectId), descending: true }, limit: 25 }],
    },
    {
      ...{ name: 'getTaskNote', operationId: 'getTaskNote', projectId, params: { task_id: taskId } },
      contributes: [taskKey],
    },
  ];
}
