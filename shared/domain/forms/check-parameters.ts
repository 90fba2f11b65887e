import { type Schema, Validator } from '@cfworker/json-schema';
import { ownEntry } from '../own-entry.ts';
import { suggestion } from '../suggest.ts';
import type { Form } from './form.ts';

/** What is wrong with a parameter. */
export interface ParameterProblem {
  name: string;
  message: string;
}

/**
 * What is wrong with the parameters of a run by the form of its flow or task. A name that the form does not have is
 * refused unless the form says `additionalProperties`.
 * @param others names that are taken beside the form's.
 */
export function checkParameters(
  form: Form,
  parameters: Readonly<Record<string, unknown>>,
  others: readonly string[],
): ParameterProblem[] {
  const properties = (form.properties ?? {}) as Record<string, Schema | boolean>;
  const { additionalProperties: rest = false, required = [], $defs } = form;
  const known = [...Object.keys(properties), ...others];
  const missing = (required as string[])
    .filter((name) => ownEntry(parameters, name) === undefined)
    .map((name) => ({ name, message: `parameter '${name}' is missing` }));
  const wrong = Object.entries(parameters).flatMap(([name, value]) => {
    const schema = ownEntry(properties, name) ?? (others.includes(name) ? true : (rest as Schema | boolean));
    if (schema === true) return [];
    if (schema === false) return [{ name, message: `there is no parameter '${name}'${suggestion(name, known)}` }];
    const problem = valueProblem({ ...schema, ...($defs !== undefined && { $defs: $defs as Schema }) }, value);
    return problem === undefined ? [] : [{ name, message: `parameter '${name}': ${problem}` }];
  });
  return [...wrong, ...missing];
}

/** The most exact of what the validator says. */
function valueProblem(schema: Schema, value: unknown): string | undefined {
  const { valid, errors } = new Validator(schema, '2020-12').validate(value);
  if (valid) return undefined;
  const deepest = errors.toSorted((a, b) => b.instanceLocation.length - a.instanceLocation.length)[0];
  if (!deepest) return 'it does not fit';
  const where = deepest.instanceLocation.replace(/^#\/?/, '').replaceAll('/', '.');
  return `${where ? `at ${where}: ` : ''}${deepest.error}`;
}
