import * as z from 'zod';
import { instant } from './common.ts';

/** Wire shapes of calibration executions (specification, Execution; peer contract 1.5). */

/** Values of an execution's status (specification, States). */
export const executionStatus = z.enum(['scheduled', 'running', 'completed', 'failed', 'cancelled']);

/** The row of an execution list. */
export const executionSummary = z
  .object({
    name: z.string(),
    execution_id: z.string(),
    status: executionStatus,
    chip_id: z.string(),
    user_id: z.string().nullable(),
    username: z.string(),
    start_at: instant.nullable(),
    end_at: instant.nullable(),
    elapsed_time: z.number().nullable().meta({ description: 'Seconds' }),
    message: z.string(),
    tags: z.array(z.string()),
    note: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'ExecutionSummary' });
