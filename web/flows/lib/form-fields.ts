import { type ParameterField, taskFields } from './parameters.ts';

/** A parameter of a form, as far as a field shows it. */
interface Property {
  type?: unknown;
  enum?: unknown;
  default?: unknown;
  description?: unknown;
}

/** What the service says of a worker's flow, whose form was announced. */
interface AnnouncedForm {
  form: Record<string, unknown>;
  run_parameters: Parameters<typeof taskFields>[0] | null;
}

/**
 * Fields for what a worker's flow takes by its form, in the form's order, but for those that the flow asks for itself. What
 * is neither a number, a text, a choice nor a yes or no is JSON.
 */
export function formFields({ form, run_parameters: plain }: AnnouncedForm, own: readonly ParameterField[]) {
  const simple = new Map(taskFields(plain ?? [], own).map((field) => [field.name, field]));
  const properties = (form.properties ?? {}) as Record<string, Property | boolean>;
  return Object.entries(properties)
    .filter(([name]) => own.every((field) => field.name !== name))
    .map(([name, property]) =>
      fieldOf(name, property === true || property === false ? {} : property, simple.get(name)),
    );
}

function fieldOf(name: string, property: Property, simple: ParameterField | undefined): ParameterField {
  const { type, enum: choices, default: standing } = property;
  const told = { name, ...(typeof property.description === 'string' && { description: property.description }) };
  const hint = standing === undefined ? undefined : `${JSON.stringify(standing)} unless given`;
  if (Array.isArray(choices)) {
    const isText = choices.every((choice) => typeof choice === 'string');
    const texts = choices.map((choice) => (isText ? String(choice) : JSON.stringify(choice)));
    return { ...told, kind: isText ? 'text' : 'json', initial: '', choices: texts, ...(hint && { hint }) };
  }
  // Of a number without a default there is no value to say.
  if (simple) return standing === undefined ? { ...simple, hint: '' } : simple;
  if (type === 'boolean') return { ...told, kind: 'boolean', initial: String(standing === true) };
  return { ...told, kind: 'json', initial: standing === undefined ? '' : JSON.stringify(standing) };
}
