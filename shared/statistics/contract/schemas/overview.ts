import * as z from 'zod';
import { completeUntil, instant, targetKind } from '../../../api/schemas/common.ts';
import { noteEvent } from '../../../notes/contract/schemas/notes.ts';
import { executionStatus, taskStatus } from '../../../runs/contract/schemas/executions.ts';
import { difference, differenceTotals, metricShift } from './differences.ts';

/** Wire shapes of the overview of a chip since an instant (docs/design/domain.md#overview). */

const target = {
  kind: targetKind,
  target_id: z.string(),
  metric: z.string(),
};

const total = z.int().meta({ description: 'All there are; the list has at most `limit` of them' });
const countedAll = z.boolean().meta({ description: 'False where there is more than was counted' });

/** A task that failed. */
export const overviewFailure = z
  .object({
    task_id: z.string(),
    task_name: z.string(),
    task_type: z.enum(['qubit', 'coupling', 'global', 'system']),
    target_id: z.string().meta({ description: 'Qubit or coupling; empty for global and system tasks' }),
    execution_id: z.string(),
    ended_at: instant.nullable(),
    message: z.string(),
    r2: z.number().nullable().meta({ description: 'R² of the fit' }),
  })
  .meta({ id: 'OverviewFailure' });

/** A value that has become stale. */
export const overviewExpired = z
  .object({
    ...target,
    value: z.number(),
    unit: z.string(),
    error: z.number().nullable(),
    measured_at: instant,
    expired_at: instant.meta({ description: 'Since when it is stale' }),
    task_id: z.string().nullable(),
    execution_id: z.string().nullable(),
  })
  .meta({ id: 'OverviewExpired' });

/** A value that waits to be accepted. */
export const overviewHeld = z
  .object({
    ...target,
    id: z.string().meta({ description: 'By which it is accepted or rejected' }),
    value: z.number(),
    unit: z.string(),
    error: z.number().nullable(),
    measured_at: instant,
    task_id: z.string().nullable(),
    because: z.string(),
    reason: z.string().meta({ description: 'The same in words' }),
  })
  .meta({ id: 'OverviewHeld' });

/** A run of the chip. */
export const overviewRun = z
  .object({
    execution_id: z.string(),
    flow_name: z.string(),
    status: executionStatus,
    username: z.string(),
    created_at: instant,
    start_at: instant.nullable(),
    end_at: instant.nullable(),
    message: z.string(),
    tasks: z.partialRecord(taskStatus, z.int()).meta({ description: 'Its task results by status' }),
  })
  .meta({ id: 'OverviewRun' });

const nextRun = z
  .object({
    kind: z.enum(['queued', 'scheduled']).meta({ description: '`queued` waits for the lock' }),
    flow_name: z.string(),
    username: z.string(),
    at: instant.nullable().meta({ description: 'When the schedule fires; null while it waits in the queue' }),
    schedule_id: z.string().nullable(),
  })
  .meta({ id: 'OverviewNextRun' });

export const chipOverview = z
  .object({
    chip_id: z.string(),
    since: instant,
    as_of: instant.meta({ description: 'The instant of which it is: when it was read, unless another was asked for' }),
    qubit_count: z.int(),
    coupling_count: z.int(),
    last_calibrated_at: instant.nullable(),
    cooldown: z
      .object({
        cooldown_id: z.string(),
        started_at: instant,
        cryo_id: z.string(),
        cryo_name: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'The cool-down that the chip is in' }),
    changed: z.object({
      total,
      totals: differenceTotals,
      shifts: z.array(metricShift),
      items: z.array(difference).meta({ description: 'Scored 3 or more, the largest score first' }),
    }),
    failed: z.object({
      total,
      counted_all: countedAll,
      items: z.array(overviewFailure).meta({
        description: 'Tasks whose newest result on their target since then failed, the newest first',
      }),
    }),
    expired: z.object({
      total,
      stale_total: z.int().meta({ description: 'All values that are stale now, whenever they became so' }),
      by_metric: z.array(z.object({ kind: target.kind, metric: z.string(), count: z.int() })),
      items: z
        .array(overviewExpired)
        .meta({ description: 'Current values that became stale since then, the last first' }),
    }),
    to_measure: z
      .object({
        targets: z.int().meta({ description: 'Qubits and couplings, all there are' }),
        qubits: z.array(z.string()).meta({ description: 'Of a coupling both: what a run takes to measure them' }),
      })
      .meta({ description: 'The targets of everything that failed or expired, each once' }),
    faulty: z.object({
      total,
      by_metric: z
        .array(z.object({ kind: target.kind, metric: z.string(), count: z.int(), of: z.int() }))
        .meta({ description: 'The same as counts, `of` the targets with a value or a mark' }),
      items: z
        .array(z.object({ ...target, marked_at: instant }).meta({ id: 'OverviewFaulty' }))
        .meta({ description: 'Those of metrics that mostly have values first' }),
    }),
    held: z
      .object({
        total,
        measured_only: z.int().meta({ description: 'How many of them were measured with `persist: false`' }),
        items: z.array(overviewHeld),
      })
      .nullable()
      .meta({ description: 'Null as of the past: of what has been decided it is not kept that it waited' }),
    runs: z.object({
      total,
      counted_all: countedAll,
      failed: z.int().meta({ description: 'How many of these runs have failed' }),
      tasks: z.partialRecord(taskStatus, z.int()).meta({ description: 'Task results of all these runs by status' }),
      items: z.array(overviewRun).meta({ description: 'Not over then or begun later, the newest first' }),
      last: overviewRun.nullable().meta({ description: 'The newest run, whenever it was' }),
      next: nextRun.nullable().meta({
        description:
          'The start that waits, else the schedule that fires first; null as of the past, of which it is not kept',
      }),
    }),
    notes: z.object({
      total,
      counted_all: countedAll,
      items: z.array(noteEvent).meta({ description: 'Edits of notes and comments of the chip, the newest first' }),
    }),
    complete_until: completeUntil('Every failure that was recorded'),
  })
  .meta({ id: 'ChipOverview' });
