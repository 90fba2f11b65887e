import type { RunParameter } from '#shared/domain/runs/plan.ts';
import type { OutputParameter } from '#shared/domain/runs/task-outcome.ts';
import { taskSource } from '#shared/store/metrics/task-samples.ts';
import { mapValues } from './map-values.ts';

/** A value that a task started from. */
export const presentInput = (input: OutputParameter, name: string) => ({
  parameter_name: name,
  value: input.value,
  value_type: input.valueType,
  error: input.error,
  unit: input.unit,
  description: input.description,
});

/** A run parameter, and a parameter of a task's definition. */
export const presentRunParameter = (parameter: RunParameter) => ({
  value: parameter.value,
  value_type: parameter.valueType,
  unit: parameter.unit,
  description: parameter.description,
});

type Measuring = { taskId: string; executionId: string; endAt?: string | undefined; simulated?: true | undefined };

/** What a task measured. */
export const presentOutputs = (
  outputs: Record<string, OutputParameter>,
  { taskId, executionId, endAt, simulated }: Measuring,
) =>
  mapValues(outputs, (output, name) => ({
    ...presentInput(output, name),
    qid_role: '',
    calibrated_at: endAt ?? '',
    execution_id: executionId,
    task_id: taskId,
    source: taskSource({ simulated }),
  }));
