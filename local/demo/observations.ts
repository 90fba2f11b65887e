import { chipId } from '#local/demo/lab.ts';
import type { Client } from '#shared/api/client.ts';

/** The most recent T1 measurement of a qubit. */
interface T1Result {
  qid: string;
  taskId: string;
  failed: boolean;
  message: string;
  /** Microseconds; undefined if the measurement failed. */
  t1: number | undefined;
}

/** Remaining share of T1 below which a person writes a note, and below which the result is excluded. */
const noted = 0.65;
const disbelieved = 0.5;

/** Returns the latest T1 result of every measured qubit. */
export async function readT1(client: Client): Promise<T1Result[]> {
  const { result } = await client.getLatestQubitTaskResults({ query: { chip_id: chipId, task: 'CheckT1' } });
  return Object.entries(result).flatMap(([qid, { task_id, status, message = '', output_parameters }]) => {
    if (task_id === undefined) return [];
    const value = output_parameters?.t1?.value;
    const t1 = typeof value === 'number' ? value : undefined;
    return [{ qid, taskId: task_id, failed: status === 'failed', message, t1 }];
  });
}

/**
 * Notes the qubit with the largest fall of T1 relative to `before`. If T1 fell by more than half, its result is
 * excluded.
 */
export async function noteFall(
  client: Client,
  results: readonly T1Result[],
  before: ReadonlyMap<string, number>,
): Promise<void> {
  const falls = results.flatMap(({ qid, taskId, t1 }) => {
    const last = before.get(qid);
    return t1 === undefined || last === undefined ? [] : [{ qid, taskId, last, t1, left: t1 / last }];
  });
  const [worst] = falls.sort((a, b) => a.left - b.left);
  if (!worst || worst.left > noted) return;
  const { qid, taskId, last, t1, left } = worst;
  const content = `T1 fell from ${last.toFixed(0)} to ${t1.toFixed(0)} μs overnight. A two-level defect?`;
  await client.upsertQubitMetricNote({ params: { chip_id: chipId, qid, metric_key: 't1' }, body: { content } });
  if (left > disbelieved) return;
  const reason = 'A passing defect: not typical of this qubit';
  await client.setTaskResultExcluded({ params: { task_id: taskId }, body: { excluded: true, reason } });
}

/** Notes the first failed measurement. */
export async function noteFailure(client: Client, results: readonly T1Result[]): Promise<void> {
  const failure = results.find(({ failed }) => failed);
  if (!failure) return;
  const content = `To be measured again: ${failure.message}`;
  await client.upsertTaskNote({ params: { task_id: failure.taskId }, body: { content } });
}

/** Acknowledges the longest active T1 drift alert, which records who and why and stays active. */
export async function answerAlert(client: Client): Promise<void> {
  const params = { chip_id: chipId };
  const metric = 't1';
  const { items } = (await client.getChipDrift({ params })).alerts;
  const raised = items.flatMap((one) =>
    one.metric === metric && one.state === 'alert' && one.target_id !== null ? [one.target_id] : [],
  );
  // The list is newest first.
  const target_id = raised.at(-1);
  if (target_id === undefined) return;
  const reason = 'A two-level defect comes closer. Its frequency is moved at the next bring-up';
  await client.acknowledgeDrift({ params, body: { metric, target_id, reason } });
}
