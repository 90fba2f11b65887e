import { type Schema, Validator } from '@cfworker/json-schema';
import { ownEntry } from '../../../kernel/rules/own-entry.ts';
import { suggestion } from '../../../kernel/rules/suggest.ts';
import { type Form, schemaCounter } from './form.ts';

/** What is wrong with a parameter. */
export interface ParameterProblem {
  name: string;
  message: string;
}

/** Most checks of one schema on one part of a value: some million take seconds. */
const MOST_CHECKS = 200_000;

/**
 * Problems of a run's parameters by the form of its flow or task. A name that the form does not have is refused unless
 * the form says `additionalProperties`.
 * @param others names that are accepted in addition to the form's.
 */
export function checkParameters(
  form: Form,
  parameters: Readonly<Record<string, unknown>>,
  others: readonly string[],
): ParameterProblem[] {
  const properties = (form.properties ?? {}) as Record<string, Schema | boolean>;
  const { additionalProperties: rest = false, required = [], $defs } = form;
  const { sizeOf } = schemaCounter(($defs ?? {}) as Record<string, unknown>);
  let checks = 0;
  const known = [...Object.keys(properties), ...others];
  const missing = (required as string[])
    .filter((name) => ownEntry(parameters, name) === undefined)
    .map((name) => ({ name, message: `parameter '${name}' is missing` }));
  const wrong = Object.entries(parameters).flatMap(([name, value]) => {
    const schema = ownEntry(properties, name) ?? (others.includes(name) ? true : (rest as Schema | boolean));
    if (schema === true) return [];
    if (schema === false) return [{ name, message: `there is no parameter '${name}'${suggestion(name, known)}` }];
    checks += sizeOf(schema) * partsOf(value);
    if (checks > MOST_CHECKS) return [{ name, message: `parameter '${name}' is too large for its form to check` }];
    const problem = valueProblem({ ...schema, ...($defs !== undefined && { $defs: $defs as Schema }) }, value);
    return problem === undefined ? [] : [{ name, message: `parameter '${name}': ${problem}` }];
  });
  return [...wrong, ...missing];
}

/** How many values a JSON value has, itself included. */
const partsOf = (value: unknown): number =>
  value === null || typeof value !== 'object'
    ? 1
    : Object.values(value).reduce<number>((sum, one) => sum + partsOf(one), 1);

/** The most exact of what the validator says. */
function valueProblem(schema: Schema, value: unknown): string | undefined {
  const { valid, errors } = new Validator(schema, '2020-12').validate(value);
  if (valid) return undefined;
  const deepest = errors.toSorted((a, b) => b.instanceLocation.length - a.instanceLocation.length)[0];
  if (!deepest) return 'it does not fit';
  const where = deepest.instanceLocation.replace(/^#\/?/, '').replaceAll('/', '.');
  return `${where ? `at ${where}: ` : ''}${deepest.error}`;
}
