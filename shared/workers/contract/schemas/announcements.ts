import * as z from 'zod';
import { formProblem } from '#shared/flows/rules/forms/form.ts';
import { isBounded } from '../../../api/schemas/bounded-json.ts';
import { chipId, metricKey } from '../../../api/schemas/common.ts';
import { flowName } from '../../../flows/contract/schemas/flow-name.ts';

/** Wire shapes of what a worker can run. */

const form = z
  .record(z.string(), z.unknown())
  .refine((value) => isBounded(value, { bytes: 16_384, depth: 16 }), {
    message: 'must be at most 16384 bytes of JSON, 16 levels deep',
    abort: true,
  })
  .superRefine((value, context) => {
    const problem = formProblem(value);
    if (problem) context.addIssue({ code: 'custom', path: problem.path, message: problem.message });
  })
  .default({})
  .meta({
    description:
      'JSON Schema (2020-12) of an object of parameters, without `pattern`, `format`, `if` and references outside `$defs`; `unit` says in what a number is',
  });

const description = z.string().max(500).default('');
const name = z.string().min(1).max(100);

const announcedTask = z.object({
  name,
  task_type: z.enum(['qubit', 'coupling', 'mux', 'global', 'system']),
  description,
  form,
  outputs: z
    .record(metricKey, z.object({ unit: z.string().max(32).default(''), description }))
    .refine((map) => Object.keys(map).length <= 64, 'must name at most 64 values')
    .default({})
    .meta({ description: 'The metrics that it measures' }),
  needs: z.array(metricKey).max(64).default([]).meta({ description: 'The metrics of its target that it starts from' }),
});

const announcedFlow = z.object({ name: flowName, description, form });

const isDistinct = (list: readonly { name: string }[]) => new Set(list.map((one) => one.name)).size === list.length;

/** What a worker can run; it replaces what the worker said before. */
export const announceWorkerBody = z
  .object({
    worker: chipId.meta({ description: 'The name of the worker, the same after a restart' }),
    backends: z.array(chipId).min(1).max(16).meta({ description: 'The backends that it drives' }),
    software: z.string().max(200).default('').meta({ description: 'Name and version of its program' }),
    tasks: z.array(announcedTask).max(200).refine(isDistinct, 'must have distinct names').default([]),
    flows: z.array(announcedFlow).max(100).refine(isDistinct, 'must have distinct names').default([]),
  })
  .refine((body) => isBounded(body, { bytes: 131_072, depth: 24 }), 'must be at most 131072 bytes of JSON')
  .meta({ id: 'AnnounceWorker' });

export const announcedWorker = z
  .object({
    worker: z.string(),
    tasks: z.int().meta({ description: 'How many tasks are kept' }),
    flows: z.int().meta({ description: 'How many flows are kept' }),
  })
  .meta({ id: 'AnnouncedWorker' });
