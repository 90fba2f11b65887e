import * as z from 'zod';
import { runIdPattern } from '#shared/runs/rules/ids.ts';
import { storedMap } from '../../../api/schemas/bounded-json.ts';
import { chipId, instantInput } from '../../../api/schemas/common.ts';
import { flowName } from '../../../flows/contract/schemas/flow-name.ts';
import { executionStatus } from '../../../runs/contract/schemas/executions.ts';

/** Wire shapes of runs of the past. */

/** A run that a lab has made without the service. */
export const beginPastRunBody = z
  .object({
    run_key: z
      .string()
      .regex(runIdPattern, 'must be a UUID')
      .toLowerCase()
      .meta({ format: 'uuid', description: 'Made by the lab for this run: a repeat finds its run' }),
    flow_name: flowName.meta({ description: 'Need not be saved in the project' }),
    chip_id: chipId,
    backend: chipId.default('worker').meta({ description: 'What it was measured on' }),
    parameters: storedMap(z.record(z.string(), z.unknown()), { bytes: 32_768, depth: 10 }).default({}),
    persist: z.boolean().default(true).meta({
      description: 'False: its values are kept and shown, and become current only once an editor accepts them',
    }),
    start_at: instantInput.meta({ description: 'When it began, by the clock of the lab' }),
    end_at: instantInput.meta({ description: 'When it ended' }),
  })
  .meta({ id: 'BeginPastRun' });

/** Under which names its results are submitted. */
export const begunPastRun = z
  .object({
    execution_id: z.string(),
    flow_run_id: z.string().meta({ description: '`run_key`' }),
    fence: z.int().meta({ description: 'Send it with every write for the run' }),
    status: executionStatus.meta({ description: '`running` until it is finished; nothing more is taken then' }),
    cooldown_id: z.string().nullable().meta({ description: 'The cool-down that the chip was in when it began' }),
  })
  .meta({ id: 'BegunPastRun' });
