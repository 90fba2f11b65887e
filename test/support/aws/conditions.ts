/** What conditions ask of a request, by IAM's condition keys; a key that the request lacks is not there. */
export type RequestContext = Readonly<Record<string, string | readonly string[]>>;

type Operator = (present: readonly string[], wanted: readonly string[]) => boolean;

const list = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [String(value)];

/** Whether a text is one that a pattern with wildcards stands for. */
export const like = (pattern: string, text: string): boolean =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    's',
  ).test(text);

const isLike = (value: string, wanted: readonly string[]): boolean => wanted.some((one) => like(one, value));
const isOne = (value: string, wanted: readonly string[]): boolean => wanted.includes(value);

/** The operators that the policies use; of a key with several values, those of sets. */
const operators: Readonly<Record<string, Operator>> = {
  StringEquals: (present, wanted) => present.length > 0 && present.every((value) => isOne(value, wanted)),
  StringEqualsIfExists: (present, wanted) => present.every((value) => isOne(value, wanted)),
  // Asks whether the key is missing.
  Null: (present, wanted) => isOne(String(present.length === 0), wanted),
  'ForAnyValue:StringEquals': (present, wanted) => present.some((value) => isOne(value, wanted)),
  'ForAnyValue:StringLike': (present, wanted) => present.some((value) => isLike(value, wanted)),
  'ForAllValues:StringLike': (present, wanted) => present.every((value) => isLike(value, wanted)),
  'ForAllValues:StringEquals': (present, wanted) => present.every((value) => isOne(value, wanted)),
  'ForAllValues:StringNotEquals': (present, wanted) => present.every((value) => !isOne(value, wanted)),
  'ForAllValues:StringNotLike': (present, wanted) => present.every((value) => !isLike(value, wanted)),
};

/**
 * Whether every condition of a statement holds for a request.
 * @throws Error for an operator that no policy had when this was written.
 */
export function conditionsHold(conditions: Record<string, Record<string, unknown>>, context: RequestContext): boolean {
  return Object.entries(conditions).every(([name, keys]) => {
    const operator = operators[name];
    if (!operator) throw new Error(`Condition operator ${name}`);
    return Object.entries(keys).every(([key, wanted]) => operator(list(context[key]), list(wanted)));
  });
}
