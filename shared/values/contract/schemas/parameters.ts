import * as z from 'zod';
import { TARGET_KINDS } from '#shared/chips/rules/target-kinds.ts';
import { isStorable, storableMessage, storedMap } from '../../../api/schemas/bounded-json.ts';
import { chipId, instant, instantInput, metricKey } from '../../../api/schemas/common.ts';
import { gateMark } from './gate-mark.ts';

/**
 * The parameters of a start that is carried out later: all schedules of a project are read at once, so that the size of
 * each is bounded.
 */
export const storedParameters = storedMap(z.record(z.string(), z.unknown()), { bytes: 8192, depth: 10 });

/** Wire shapes of measured values and of their manual corrections. */

/** A measured value with its origin. */
export const parameter = z
  .object({
    parameter_name: z.string(),
    qid_role: z.string(),
    value: z.number(),
    value_type: z.string(),
    error: z.number(),
    unit: z.string(),
    description: z.string(),
    calibrated_at: instant,
    execution_id: z.string(),
    task_id: z.string(),
    source: z.string().meta({ description: 'Where the value came from: `import`, `manual` or a calibration `task`' }),
  })
  .meta({ id: 'Parameter' });

/** What a task started from, by name. */
export const inputValues = z.record(
  z.string(),
  z
    .object({
      parameter_name: z.string(),
      value: z.number(),
      value_type: z.string(),
      error: z.number(),
      unit: z.string(),
      description: z.string(),
    })
    .meta({ id: 'InputValue' }),
);

/** The settings of an experiment, by name. */
const runParameter = z
  .object({ value: z.unknown(), value_type: z.string(), unit: z.string(), description: z.string() })
  .meta({ id: 'RunParameter' });
export const runParameters = z.record(z.string(), runParameter);

/** A number that every part of the service can keep. */
export const storableNumber = z.number().refine(isStorable, storableMessage);

const manualParameter = z.object({
  value: storableNumber,
  error: storableNumber.min(0).nullish(),
  unit: z.string().max(32).nullish(),
  calibrated_at: instantInput.nullish(),
  reason: z.string().max(500).nullish(),
  value_type: z.string().max(32).nullish(),
  description: z.string().max(500).nullish(),
});

/** Values that an editor sets or corrects on one qubit or coupling. */
export const updateParametersBody = z
  .object({
    chip_id: chipId,
    qid: z.string().min(1).max(600).meta({
      description:
        'A qubit or a coupling of the chip, with `kind` an element. Of a gate with a direction, a coupling names the control first',
    }),
    kind: z.enum(TARGET_KINDS).nullish().meta({
      description:
        'What `qid` is of; by default a qubit, else a coupling. An element that is not there is made: the `coupler` of a coupling, a `gate` of three or more qubits of the chip, a `chain` of so many qubits',
    }),
    parameters: z
      .record(metricKey, manualParameter)
      .refine((map) => Object.keys(map).length >= 1 && Object.keys(map).length <= 20, 'must name 1 to 20 parameters'),
    reason: z.string().max(500).nullish().meta({ description: 'The reason; kept in the history with each value' }),
    persist: z.boolean().optional().meta({
      description:
        'False: a proposal. Its values are listed as held and become current only when an editor accepts them (rule GATE-16)',
    }),
  })
  .meta({ id: 'UpdateParameters' });

/** Answer of a manual edit. */
export const updateParametersResponse = z
  .object({
    updated_count: z.int(),
    provenance_activity_id: z.string().nullable(),
    remarks: z.record(z.string(), gateMark).meta({
      description:
        "By metric, what the project's write gate remarks on, and whatever the gate values that cannot be; the values count, since a person set them (rule GATE-6)",
    }),
    kept_as: z.record(z.string(), z.string()).meta({
      description:
        'Metrics that are kept under another key: of a coupling named by its exchanged id, numbers of a direction are those of the inverse one (rule METRIC-21)',
    }),
    current: z.record(z.string(), z.boolean()).meta({
      description: 'Per parameter: whether it is the current value, or older than it and only in the history',
    }),
  })
  .meta({ id: 'ParametersUpdated' });
