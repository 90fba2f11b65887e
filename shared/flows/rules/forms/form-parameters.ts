import type { PlanParameter } from '../plan-parameters.ts';
import type { Form } from './form.ts';

/** Types of a form that one number or word stands for. */
const plain = { integer: 'int', number: 'float', string: 'str' } as const;

/** The plain parameters of a form, by name: those of one number or text. */
export function formParameters({ properties = {} }: Form): PlanParameter[] {
  return Object.entries(properties as Record<string, Form | boolean>)
    .flatMap(([name, schema]) => (typeof schema === 'boolean' ? [] : (parameterOf(name, schema) ?? [])))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

function parameterOf(name: string, schema: Form): PlanParameter | undefined {
  const { type, unit = '', description = '', default: standing } = schema;
  if (typeof type !== 'string' || !Object.hasOwn(plain, type)) return undefined;
  return {
    name,
    valueType: plain[type as keyof typeof plain],
    unit: String(unit),
    description: String(description),
    values: typeof standing === 'number' || typeof standing === 'string' ? [standing] : [],
    accepts: acceptedBy(type, schema),
    tasks: [],
  };
}

function acceptedBy(
  type: string,
  { enum: choices, minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Form,
): string {
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(', ');
  const limits = [
    minimum !== undefined && `at least ${minimum}`,
    exclusiveMinimum !== undefined && `above ${exclusiveMinimum}`,
    maximum !== undefined && `at most ${maximum}`,
    exclusiveMaximum !== undefined && `below ${exclusiveMaximum}`,
  ].filter(Boolean);
  const what = type === 'string' ? 'a text' : type === 'integer' ? 'a whole number' : 'a number';
  return [what, ...limits].join(', ');
}
