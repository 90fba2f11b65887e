import type { TaskResultRecord } from '#shared/results/store/task-results.ts';
import type { RunParameter } from '#shared/runs/rules/plan.ts';
import type { OutputParameter } from '#shared/runs/rules/task-outcome.ts';
import { inputValues, parameter, runParameters } from '#shared/values/contract/schemas/parameters.ts';
import { taskSource } from '#shared/values/store/task-samples.ts';
import { mapValues } from '../http/map-values.ts';
import { present } from '../http/present.ts';

/** A value that a task started from. */
export const presentInput = (input: OutputParameter, name: string) =>
  present(inputValues.valueType, input, { parameter_name: name });

/** A run parameter, and a parameter of a task's definition. */
export const presentRunParameter = (one: RunParameter) => present(runParameters.valueType, one);

type Measuring = {
  taskId: string;
  executionId: string;
  endAt?: string | undefined;
  simulated?: true | undefined;
  qidRole?: string | undefined;
};

/** What a task measured. */
export const presentOutputs = (
  outputs: Record<string, OutputParameter>,
  { taskId, executionId, endAt, simulated, qidRole = '' }: Measuring,
) =>
  mapValues(outputs, (output, name) =>
    present(parameter, output, {
      parameter_name: name,
      qid_role: qidRole,
      calibrated_at: endAt ?? '',
      execution_id: executionId,
      task_id: taskId,
      source: taskSource({ simulated }),
    }),
  );

type Measured = Measuring &
  Pick<TaskResultRecord, 'inputParameters' | 'outputParameters' | 'outputParameterNames' | 'runParameters' | 'note'> &
  Pick<TaskResultRecord, 'figurePaths' | 'jsonFigurePaths' | 'rawDataPaths'>;

/** What a result started from, what it measured, and the files that it left. */
export const presentMeasured = (result: Measured) => ({
  input_parameters: mapValues(result.inputParameters, presentInput),
  output_parameters: presentOutputs(result.outputParameters, result),
  output_parameter_names: result.outputParameterNames,
  run_parameters: mapValues(result.runParameters, presentRunParameter),
  note: result.note,
  figure_path: result.figurePaths,
  json_figure_path: result.jsonFigurePaths,
  raw_data_path: result.rawDataPaths,
});
