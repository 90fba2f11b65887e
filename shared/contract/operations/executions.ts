import * as z from 'zod';
import { define } from '../define.ts';
import { pageFields, pageQuery } from '../schemas/common.ts';
import { executionSummary } from '../schemas/executions.ts';

/** Calibration executions (specification, Execution). */
export const executionOperations = {
  listExecutions: define('listExecutions', {
    summary: 'Executions of the project, newest first',
    query: z.object(pageQuery),
    status: 200,
    response: z.object({ executions: z.array(executionSummary), ...pageFields }),
  }),
};
