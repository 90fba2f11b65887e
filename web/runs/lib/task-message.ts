import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { kindOfTarget } from './task-target.ts';

/** A metric's key before its number, at the beginning or behind a comma. */
const measured = /(^|, )([a-z][a-z0-9_]*)(?= [−\d-])/g;

/** What a task reported: of one that completed, what it measured by the titles of the metrics. */
export function taskMessage(task: { message: string; status: string; qid: string }): string {
  const { message, status, qid } = task;
  if (status !== 'completed') return message;
  return message.replaceAll(
    measured,
    (_, before: string, key: string) => before + describeMetric(key, kindOfTarget(qid)).title,
  );
}
