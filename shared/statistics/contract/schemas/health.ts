import * as z from 'zod';
import { instant } from '../../../api/schemas/common.ts';

/** Wire shapes of the health of qubits and of the best patch (docs/design/domain.md#health-and-patches). */

const healthMetric = z
  .object({
    quantity: z.enum(['relaxation', 'dephasing', 'readout', 'one_qubit_gate', 'two_qubit_gate']),
    metric: z
      .string()
      .meta({ description: 'The metric that stands for it on this chip: the one that most targets have' }),
    kind: z.enum(['qubit', 'coupling']),
    goal: z.number(),
    unit: z.string().meta({ description: 'Of the goal, and of every value' }),
    fresh_for_seconds: z.int().meta({ description: 'A value older than this is stale' }),
  })
  .meta({ id: 'HealthMetric' });

/** A value of a health or a patch. */
export const countedValue = z
  .object({
    target: z.string().meta({ description: 'The qubit, or the coupling' }),
    metric: z.string(),
    value: z.number().nullable().meta({ description: 'Null for a faulty mark' }),
    calibrated_at: instant,
    age_seconds: z.number(),
    state: z.enum(['fresh', 'stale', 'faulty']),
    source: z.string().nullable().meta({ description: '`import`, `manual`, `simulator` or a calibration `task`' }),
    execution_id: z.string().nullable(),
    task_id: z.string().nullable(),
  })
  .meta({ id: 'CountedValue' });

const sharedValue = countedValue
  .extend({ share: z.number().meta({ description: 'Share of the goal that it reaches, 0 to 1' }) })
  .meta({ id: 'SharedValue' });

/** The health of one qubit. */
export const qubitHealth = z
  .object({
    health: z.number().nullable().meta({ description: '0 to 1; null where fewer than half of the metrics are known' }),
    limited_by: z.string().nullable().meta({ description: 'The metric that reaches the least share of its goal' }),
    limiting_share: z.number().nullable().meta({ description: 'That share; of couplings the median of theirs' }),
    known: z.int().meta({ description: 'Metrics that have a value or a faulty mark' }),
    of: z.int().meta({ description: 'Metrics that count' }),
    missing: z.array(z.string()),
    faulty: z.array(z.string()),
    stale_share: z.number().nullable().meta({ description: 'Share of the values that are stale; null without any' }),
    oldest_seconds: z.number().nullable().meta({ description: 'Age of the oldest value' }),
    calibrated_at: instant.nullable().meta({ description: 'When the newest value was measured' }),
    values: z.array(sharedValue),
  })
  .meta({ id: 'QubitHealth' });

const view = {
  chip_id: z.string(),
  as_of: instant.meta({ description: 'The instant that ages are counted from' }),
  start_at: instant.nullable(),
  metrics: z.array(healthMetric),
};

/** The health of a chip's qubits by their ids. */
export const chipHealth = z
  .object({
    ...view,
    median: z.number().nullable(),
    least: z.number().nullable(),
    qubits: z.record(z.string(), qubitHealth),
  })
  .meta({ id: 'ChipHealth' });

const leftOut = z
  .object({
    id: z.string(),
    reason: z.enum(['faulty', 'held', 'missing', 'excluded', 'qubit_left_out']).meta({
      description:
        'A metric is `faulty` or `missing`, or its newest value is `held` until an editor accepts it; the request has `excluded` it; a coupling whose qubit is left out is `qubit_left_out`',
    }),
    metrics: z.array(z.string()),
  })
  .meta({ id: 'LeftOut' });

/** The best connected patch. */
export const chipPatch = z
  .object({
    ...view,
    size: z.int(),
    qubits: z.array(z.string()).meta({ description: 'In numeric order' }),
    couplings: z.array(z.string()).meta({ description: 'All usable couplings between them' }),
    tree: z.array(z.string()).meta({ description: 'Those of the cheapest tree, whose gates prepare the state' }),
    score: z.number().meta({
      description:
        'Chance of preparing and reading one entangled state over it without an error, as the values predict',
    }),
    cost: z.number().meta({ description: '-ln of the score: what was minimized' }),
    exact: z.boolean().meta({ description: 'Every patch of the size was looked at; else the best one that was found' }),
    search_finished: z.boolean().meta({
      description: 'The search came to its own end; false where it had taken `most_steps`',
    }),
    most_steps: z.int().meta({ description: 'Comparisons after which a search ends' }),
    stale_share: z.number().meta({ description: 'Share of the values it rests on that are stale' }),
    oldest_seconds: z.number().meta({ description: 'Age of the oldest of them' }),
    values: z.array(countedValue),
    left_out: z.object({ qubits: z.array(leftOut), couplings: z.array(leftOut) }),
  })
  .meta({ id: 'ChipPatch' });
