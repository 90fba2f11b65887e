import * as z from 'zod';
import { define } from '../../../api/define.ts';
import { integerParam, pageFields, pageQuery } from '../../../api/schemas/common.ts';
import { flowName } from '../../../flows/contract/schemas/flow-name.ts';
import {
  deletedSchedule,
  flowSchedule,
  previewScheduleBody,
  scheduledFlow,
  scheduleFiring,
  scheduleFlowBody,
  scheduleId,
  schedulePreview,
  updateScheduleBody,
} from '../schemas/schedules.ts';

const ofFlow = z.object({ name: flowName });
const ofSchedule = z.object({ schedule_id: scheduleId });

/** QDash's paging (rule QDASH-7). */
const offsetQuery = {
  limit: integerParam({ min: 1, max: 100, fallback: 50 }),
  offset: integerParam({ min: 0, fallback: 0 }),
};
const scheduleList = z.object({ schedules: z.array(flowSchedule), ...pageFields, offset: z.int() });

export const scheduleOperations = {
  scheduleFlow: define('scheduleFlow', {
    summary: 'Schedule a flow: by a cron expression, or once',
    description:
      'A flow may have several schedules. Each firing takes the same path as executing the flow, on behalf of the creator of the schedule; while another run of the project is on it is skipped, and `GET /flows/schedules/{schedule_id}/firings` tells so. Where the clock of the zone is put forward, a time that it leaves out is skipped; where it is put back, a time that it shows twice fires once.',
    params: ofFlow,
    headers: z.object({ 'idempotency-key': z.string().optional() }),
    body: scheduleFlowBody,
    status: 200,
    response: scheduledFlow,
    errors: ['not_found', 'unknown_reference', 'limit_reached'],
  }),
  listFlowSchedules: define('listFlowSchedules', {
    summary: 'Schedules of a flow, the next to fire first',
    params: ofFlow,
    query: z.object(offsetQuery),
    status: 200,
    response: scheduleList,
    errors: ['not_found'],
  }),
  listAllFlowSchedules: define('listAllFlowSchedules', {
    summary: 'Schedules of all flows of the project, the next to fire first',
    query: z.object(offsetQuery),
    status: 200,
    response: scheduleList,
  }),
  previewSchedule: define('previewSchedule', {
    summary: 'When a cron expression fires next',
    body: previewScheduleBody,
    status: 200,
    response: schedulePreview,
  }),
  getFlowSchedule: define('getFlowSchedule', {
    summary: 'One schedule',
    params: ofSchedule,
    status: 200,
    response: flowSchedule,
    errors: ['not_found'],
  }),
  updateFlowSchedule: define('updateFlowSchedule', {
    summary: 'Pause or resume a schedule, or change when and with what it starts its flow',
    description:
      'What would have fired while it was paused is not made up for. A one-time schedule takes `scheduled_time`, any other `cron`.',
    params: ofSchedule,
    body: updateScheduleBody,
    status: 200,
    response: scheduledFlow,
    errors: ['not_found', 'unknown_reference'],
  }),
  deleteFlowSchedule: define('deleteFlowSchedule', {
    summary: 'Delete a schedule',
    description: 'A run that it started goes on.',
    params: ofSchedule,
    status: 200,
    response: deletedSchedule,
    errors: ['not_found'],
  }),
  listScheduleFirings: define('listScheduleFirings', {
    summary: 'Outcomes of the firings of a schedule, the latest first',
    description: 'Kept for 400 days.',
    params: ofSchedule,
    query: z.object(pageQuery),
    status: 200,
    response: z.object({ firings: z.array(scheduleFiring), ...pageFields }),
    errors: ['not_found'],
  }),
};
