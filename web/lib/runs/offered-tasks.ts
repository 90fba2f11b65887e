import { formParameters } from '#shared/domain/forms/form-parameters.ts';
import type { RunnableTask, TargetKind } from '../api/wire.ts';
import { formFields } from '../flows/form-fields.ts';
import { type ParameterField, valueFields } from '../flows/parameters.ts';
import { tasksOfMetric } from './tasks-of-metric.ts';

/** A task that can be run on one qubit or coupling without a flow. */
export interface OfferedTask {
  name: string;
  title: string;
  description: string;
  backend: string;
  isSimulated: boolean;
  fields: ParameterField[];
}

/** The tasks for a target: those of workers that measure the metric, the standard ones that do, and the others of workers. */
export function offeredTasks(kind: TargetKind, metric: string, announced: readonly RunnableTask[]): OfferedTask[] {
  const own = announced.filter(({ task_type: type }) => type === kind);
  const measures = ({ outputs }: RunnableTask) => outputs.includes(metric);
  const standard = tasksOfMetric(kind, metric).map(({ name, description, runParameters }): OfferedTask => {
    const parameters = Object.entries(runParameters).map(([key, { valueType, ...parameter }]) => [
      key,
      { ...parameter, value_type: valueType },
    ]);
    return {
      name,
      title: name,
      description,
      backend: 'simulator',
      isSimulated: true,
      fields: valueFields(Object.fromEntries(parameters)),
    };
  });
  return [
    ...own.filter(measures).flatMap(offersOf),
    ...standard,
    ...own.filter((task) => !measures(task)).flatMap(offersOf),
  ];
}

/** One for each backend on which the task runs. */
export function offersOf({ name, title, description, backends, form }: RunnableTask): OfferedTask[] {
  const run_parameters = formParameters(form).map(({ valueType, ...parameter }) => ({
    ...parameter,
    value_type: valueType,
  }));
  const fields = formFields({ form, run_parameters }, []);
  return backends.map((backend) => ({ name, title, description, backend, isSimulated: false, fields }));
}
