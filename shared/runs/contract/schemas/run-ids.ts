import * as z from 'zod';
import { executionIdPattern } from '#shared/runs/rules/ids.ts';

/** Ids of executions and tasks, apart from their shapes: who starts runs carries no schema of a result. */

/** An execution's id. */
export const executionId = z
  .string()
  .regex(executionIdPattern, "must be an execution id such as '20250301-004'")
  .meta({ example: '20250301-004' });

/** The id of a task: a UUID, or what a worker of the lab's own made up. */
export const taskId = z
  .string()
  .refine((text) => text.isWellFormed() && text !== '' && [...text].length <= 64, 'must be 1 to 64 characters')
  .meta({ minLength: 1, maxLength: 64, example: '5b0e8f5e-5b0e-5c1a-9a57-2f1f4f6d0c11' });
