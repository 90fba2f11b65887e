import { taskCatalogue } from '../../../runs/rules/task-catalogue.ts';
import type { TaskDefinition, TaskOutput } from '../../../runs/rules/tasks/definition.ts';
import { describeMetric } from '../../../values/rules/catalogue.ts';
import type { TaskDocument } from './document.ts';
import { familyOf } from './families.ts';

/** The parts of a task that its document is made from, for tasks from any source. */
export type DescribedTask = Pick<TaskDefinition, 'name' | 'type' | 'description' | 'inputs' | 'outputs'>;

/** The knowledge of a task unless the project has its own: from its kind and its definition (rule KNOW-2). */
export function standardDocument(task: DescribedTask): TaskDocument {
  const family = familyOf(task.name);
  return {
    summary: task.description,
    whatItMeasures: task.outputs
      .map((output) => `\`${output.name}\`${unitOf(output)}: ${output.description}`)
      .join('\n\n'),
    physicalPrinciple: family?.physicalPrinciple ?? '',
    expected: {
      ...{ description: '', resultType: '', xAxis: '', yAxis: '', zAxis: '', fitModel: '', goodVisual: '' },
      typicalRange: task.outputs.flatMap((output) => rangeOf(task, output)).join('; '),
      ...family?.expected,
    },
    evaluationCriteria: [
      'The task completes and its fit follows the points.',
      ...task.outputs.flatMap((output) => criterionOf(task, output)),
    ].join('\n\n'),
    checkQuestions: [...(family?.checkQuestions ?? [])],
    failureModes: [...(family?.failureModes ?? [])],
    tips: [...(family?.tips ?? [])],
    analysisGuide: [],
    prerequisites: prerequisitesOf(task),
    reviewGuide: '',
    images: [],
  };
}

const unitOf = ({ unit }: TaskOutput): string => (unit === '' ? '' : ` (${unit})`);

/** The metric of an output, on the target that has it. */
const metricOf = ({ type }: DescribedTask, { name, of }: TaskOutput) =>
  describeMetric(name, type === 'coupling' && of === undefined ? 'coupling' : 'qubit');

function rangeOf(task: DescribedTask, output: TaskOutput): string[] {
  const { threshold } = metricOf(task, output);
  return threshold ? [`${output.name} ${threshold.range.min} to ${threshold.range.max}${unitAfter(output)}`] : [];
}

function criterionOf(task: DescribedTask, output: TaskOutput): string[] {
  const { mode, threshold } = metricOf(task, output);
  if (mode === 'none' || !threshold) return [];
  const word = mode === 'maximize' ? 'at least' : 'at most';
  return [`\`${output.name}\` is ${word} ${threshold.value}${unitAfter(output)}.`];
}

const unitAfter = ({ unit }: TaskOutput): string => (unit === '' ? '' : ` ${unit}`);

/** The tasks that give a task what it starts from, in the order of the catalogue. */
function prerequisitesOf({ name, inputs }: DescribedTask): string[] {
  const wanted = new Set(inputs.map((input) => input.replace(/^(control|target)_(?!amplitude)/, '')));
  const gives = ({ outputs }: TaskDefinition): boolean => outputs.some((output) => wanted.has(output.name));
  return taskCatalogue.filter((other) => other.name !== name && gives(other)).map((other) => other.name);
}
