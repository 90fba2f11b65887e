import { formParameters } from '#shared/flows/rules/forms/form-parameters.ts';
import type { TaskDefinition } from '#shared/runs/rules/task-catalogue.ts';
import { formFields } from '../../flows/lib/form-fields.ts';
import { type ParameterField, valueFields } from '../../flows/lib/parameters.ts';
import type { RunnableTask } from '../../ui/lib/api/wire.ts';

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
