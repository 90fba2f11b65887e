import * as z from 'zod';
import { chipId, cooldownId, instant, instantInput, metricKey } from '../../../api/schemas/common.ts';
import { taskName } from '../../../results/contract/schemas/task-results.ts';
import { fileLink } from '../../../results/contract/schemas/uploads.ts';

const kind = z.enum(['samples', 'task_results']);
const format = z.enum(['csv', 'parquet']);
const target = z.string().min(1).max(129);

/** Which rows are wanted, and as what. */
export const createExportBody = z
  .object({
    kind,
    format,
    chip_id: chipId.nullish().meta({ description: 'Null: every chip of the project' }),
    start_at: instantInput
      .nullish()
      .meta({ description: 'Samples by when they were measured, task results by when they began' }),
    end_at: instantInput.nullish().meta({ description: 'Null: until now' }),
    cooldown_id: cooldownId.nullish(),
    metric: metricKey.nullish().meta({ description: 'Samples of this metric, task results that measured it' }),
    task: taskName.nullish(),
    targets: z.array(target).max(1024).nullish().meta({ description: 'Qubits and couplings' }),
  })
  .refine(({ start_at, end_at }) => start_at == null || end_at == null || start_at <= end_at, {
    message: 'end_at must not be before start_at',
    path: ['end_at'],
  })
  .meta({ id: 'CreateExport' });

/** An export of rows. */
export const tableExport = z
  .object({
    export_id: z.string(),
    kind,
    format,
    chip_id: z.string().nullable(),
    start_at: instant.nullable(),
    end_at: instant,
    cooldown_id: z.string().nullable(),
    metric: z.string().nullable(),
    task: z.string().nullable(),
    targets: z.array(z.string()).nullable(),
    status: z
      .enum(['queued', 'running', 'ready', 'failed', 'cancelled', 'expired'])
      .meta({ description: '`expired` once the file is gone' }),
    complete_until: instant.nullable().meta({
      description:
        'What was written until then, and not since, is in the file; null before it is begun, and where nothing tells',
    }),
    archived_months: z.array(z.object({ chip_id: z.string(), month: z.string() })).meta({
      description:
        'Months in the range whose task results were in archives when it was begun, and lack in it: bring them back first',
    }),
    rows: z.int().meta({ description: 'So far' }),
    bytes: z.int().meta({ description: 'So far' }),
    filename: z.string(),
    requested_by: z.string(),
    requested_at: instant,
    ended_at: instant.nullable(),
    message: z.string().nullable().meta({ description: 'Why it failed' }),
    link: fileLink.nullable().meta({ description: 'Where a ready one is read; in lists null' }),
  })
  .meta({ id: 'Export' });
