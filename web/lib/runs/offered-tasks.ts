import { formParameters } from '#shared/domain/forms/form-parameters.ts';
import type { TaskDefinition } from '#shared/domain/runs/task-catalogue.ts';
import type { RunnableTask } from '../api/wire.ts';
import { formFields } from '../flows/form-fields.ts';
import { type ParameterField, valueFields } from '../flows/parameters.ts';

/** A task of a worker that can be run without a flow. */
export interface OfferedTask {
  name: string;
  title: string;
  backend: string;
  fields: ParameterField[];
}

/** One for each backend on which the task runs. */
export function offersOf({ name, title, backends, form }: RunnableTask): OfferedTask[] {
  const run_parameters = formParameters(form).map(({ valueType, ...parameter }) => ({
    ...parameter,
    value_type: valueType,
  }));
  const fields = formFields({ form, run_parameters }, []);
  return backends.map((backend) => ({ name, title, backend, fields }));
}

/** What a standard task takes. */
export function fieldsOf({ runParameters }: TaskDefinition): ParameterField[] {
  const parameters = Object.entries(runParameters).map(([key, { valueType, ...parameter }]) => [
    key,
    { ...parameter, value_type: valueType },
  ]);
  return valueFields(Object.fromEntries(parameters));
}
