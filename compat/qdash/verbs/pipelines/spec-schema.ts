import * as z from 'zod';
import type { PipelineProblem, PipelineSpec } from '../../rules/pipelines/spec.ts';

const stepName = (fallback: string) =>
  z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be lower-case letters, digits and underscores')
    .default(fallback)
    .meta({ description: 'Name of the step in the run, unique in the pipeline' });
/** How a worker runs the tasks of several qubits. */
export const oneQubitModes = ['synchronized', 'scheduled', 'simultaneous_spectroscopy', 'serial'] as const;

const mode = z.enum(oneQubitModes).optional();
const ownTasks = z.array(z.string()).max(100).nullish().meta({ description: 'Instead of the default tasks' });
const tasks = z.array(z.string()).min(1).max(100);
const parallel = z.int().min(1).max(100).optional();
const configure = z.boolean().default(false).meta({ description: 'Configure each qubit first' });
const muxIds = z.array(z.int().min(0)).max(4096);

const step = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ConfigureAll'), mux_ids: muxIds.nullish() }),
  z.strictObject({ type: z.literal('BringUp'), tasks: ownTasks }),
  z.strictObject({ type: z.literal('OneQubitCheck'), mode, tasks: ownTasks, configure }),
  z.strictObject({ type: z.literal('OneQubitFineTune'), mode, tasks: ownTasks, configure }),
  z.strictObject({ type: z.literal('CustomOneQubit'), step_name: stepName('custom_one_qubit'), tasks, mode }),
  z.strictObject({ type: z.literal('FilterByStatus') }),
  z.strictObject({ type: z.literal('FilterByMetric'), metric: z.string().min(1).max(100), threshold: z.number() }),
  z.strictObject({
    type: z.literal('GenerateCRSchedule'),
    max_parallel_ops: parallel,
    inverse: z.boolean().optional(),
  }),
  z.strictObject({ type: z.literal('TwoQubitCalibration'), tasks: ownTasks, max_parallel_ops: parallel }),
  z.strictObject({
    type: z.literal('CustomTwoQubit'),
    step_name: stepName('custom_two_qubit'),
    tasks,
    max_parallel_ops: parallel,
  }),
]);

const isUnique = (list: readonly unknown[] | null | undefined): boolean => new Set(list).size === (list?.length ?? 0);

const targets = z
  .strictObject({
    qids: z.array(z.string().min(1)).max(4096).nullish().refine(isUnique, 'has an id twice'),
    mux_ids: muxIds.nullish().refine(isUnique, 'has an id twice'),
    exclude_qids: z.array(z.string().min(1)).max(4096).default([]),
  })
  .refine(({ qids, mux_ids }) => (qids?.length ?? 0) > 0 !== (mux_ids?.length ?? 0) > 0, 'needs either qids or mux_ids')
  .refine(
    ({ qids, exclude_qids }) => !qids?.length || exclude_qids.length === 0,
    'takes exclude_qids only with mux_ids',
  );

/** A calibration pipeline as a request has it (rule QDASH-32). */
const pipelineSpec = z
  .strictObject({
    name: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'must be letters, digits, - and _')
      .default('pipeline'),
    targets,
    steps: z.array(step).min(1).max(32),
    task_run_parameters: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
    default_run_parameters: z.record(z.string(), z.unknown()).default({}),
    tags: z.array(z.string().min(1).max(100)).max(16).default([]),
  })
  .meta({ title: 'CalibrationPipelineSpec' });

/** The spec with its defaults, or every problem of its shape. */
export function readSpec(given: unknown): { spec: PipelineSpec } | { problems: PipelineProblem[] } {
  const read = pipelineSpec.safeParse(given);
  if (read.success) return { spec: read.data as PipelineSpec };
  return { problems: read.error.issues.map(({ path, message }) => ({ path: pathOf(path) || 'spec', message })) };
}

const pathOf = (parts: readonly PropertyKey[]): string =>
  parts.map((part, n) => (typeof part === 'number' ? `[${part}]` : `${n === 0 ? '' : '.'}${String(part)}`)).join('');

/** JSON Schema of the spec. */
export const specJsonSchema = (): Record<string, unknown> => z.toJSONSchema(pipelineSpec, { io: 'input' });
