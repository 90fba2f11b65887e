import { readFile } from 'node:fs/promises';
import { runIdPattern } from '#shared/runs/rules/ids.ts';
import { Failure } from '../failure.ts';
import { type Doc, instantOf, isDoc, optionalText, textOf } from './document.ts';
import { type Line, lineOf } from './lines.ts';
import type { Reports } from './reports.ts';
import { type Survey, uuidOf } from './survey.ts';

/** The zone of QDash's schedules unless they say another one. */
const defaultZone = 'Asia/Tokyo';

/**
 * Maps a saved answer of `GET /flows/schedules`, paused, to the flows that they name: two services must not both start
 * their runs.
 * @throws Failure for a file that is not such an answer.
 */
export async function mapSchedules(
  path: string,
  survey: Survey,
  reports: Reports,
  write: (line: Line) => Promise<void>,
): Promise<void> {
  for (const schedule of await readSchedules(path)) {
    const id = textOf(schedule, 'schedule_id');
    const flowName = textOf(schedule, 'flow_name');
    const [flow, another] = survey.flows.filter(({ name }) => name === flowName);
    const cron = optionalText(schedule, 'cron');
    const scheduledTime = cron === undefined ? instantOf(schedule.next_run) : undefined;
    if (!flow || (cron === undefined && scheduledTime === undefined)) {
      const why = flow ? 'has neither a cron expression nor a time' : 'its flow is not in the dump';
      reports.of(undefined).refuse('schedules', why, `${id} of ${flowName}`);
      continue;
    }
    const { projectId, username } = flow;
    const report = reports.of(projectId);
    report.count('schedules', 'imported');
    if (another)
      report.remark(
        'decision',
        'schedules',
        'several flows have its name: it is imported for the first',
        `${id} of ${flowName}`,
      );
    if (optionalText(schedule, 'timezone') === undefined)
      report.remark('decision', 'schedules', `it has no time zone: ${defaultZone} is taken`, `${id} of ${flowName}`);
    report.remark(
      'changed',
      'schedules',
      'it is imported paused: resume it when QDash no longer runs it',
      `${id} of ${flowName}`,
    );
    const createdAt = instantOf(schedule.created_at) ?? flow.createdAt;
    await write(
      lineOf('schedule', {
        ...{ projectId, scheduleId: runIdPattern.test(id) ? id : uuidOf(projectId, id), flowName, parameters: '{}' },
        ...{ userId: survey.userId(username), username, createdAt, updatedBy: username, updatedAt: createdAt },
        ...{
          cron,
          scheduledTime,
          timeZone: textOf(schedule, 'timezone', defaultZone),
          active: false,
          since: createdAt,
        },
      }),
    );
  }
}

async function readSchedules(path: string): Promise<Doc[]> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new Failure(`--schedules ${path} cannot be read: ${error.message}`);
  });
  try {
    const answer: unknown = JSON.parse(text);
    const list = isDoc(answer) ? answer.schedules : answer;
    if (Array.isArray(list) && list.every(isDoc)) return list;
  } catch {
    // Reported below.
  }
  throw new Failure(`--schedules ${path} is not an answer of GET /flows/schedules.`);
}
