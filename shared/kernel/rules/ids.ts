/** What happened at an instant, as its id on the wire says it: the instant in milliseconds, and the id. */
export const timedIdOf = (at: string, id: string): string => `${Date.parse(at)}-${id}`;

const timedId = /^(0|[1-9]\d{0,14})-(.*)$/;
const plainId = /^[0-9a-f]{32}$/;

/** Instant and id of such a text; undefined for any other, and where the id is not of the form `form`. */
export function parseTimedId(text: string, form: RegExp = plainId): { at: string; id: string } | undefined {
  const [, milliseconds, id = ''] = timedId.exec(text) ?? [];
  return form.test(id) ? { at: new Date(Number(milliseconds)).toISOString(), id } : undefined;
}

/** Longest chip id, qid or metric key, in Unicode code points (rule ID-1). */
export const RESOURCE_ID_MAX_LENGTH = 64;

/** Longest id of a cryostat or cool-down (rule ID-2). */
export const CRYO_ID_MAX_LENGTH = 100;

/** What an id of at most `maxLength` characters may be, as a sentence for error messages. */
export const resourceIdRule = (maxLength: number): string =>
  `must be 1 to ${maxLength} characters without control characters, '/' and '\\', and neither '.' nor '..'`;

/** Usernames: 3 to 64 characters (rule ID-3). */
export const usernamePattern = /^[a-z0-9][a-z0-9._-]{1,62}[a-z0-9]$/;

const FORBIDDEN = /[\p{Cc}/\\]/u;

/** Control and format characters (bidirectional controls, zero-width characters) and separators of lines: they are not seen. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** True for a text that a new id, name or address may be (rule ID-8); earlier ones may have such characters. */
export const isVisible = (text: string): boolean => !INVISIBLE.test(text);

/** `isVisible` as a sentence for error messages. */
export const visibleRule = 'must have no control, bidirectional or zero-width characters';

/** True for another id that is the same in NFKC: half-width kana, composed accents, subscripts (rule ID-9). */
export const isOtherSpelling = (one: string, other: string): boolean =>
  one !== other && one.normalize('NFKC') === other.normalize('NFKC');

/** Two new ids of which one is another spelling of the other, as a sentence; undefined if there are none. */
export function twiceSpelled(ids: Iterable<string>): string | undefined {
  const found = new Map<string, string>();
  for (const id of ids) {
    const form = id.normalize('NFKC');
    const first = found.get(form) ?? id;
    found.set(form, first);
    if (first !== id) return `'${first}' and '${id}' are one id in different characters`;
  }
  return undefined;
}

/** True for the id of one qubit (rule ID-1). A coupling id is two of them joined by `-`. */
export function isQid(text: string): boolean {
  return isResourceId(text);
}

/** True for a metric key (rule ID-1). */
export function isMetricKey(text: string): boolean {
  return isResourceId(text);
}

/** True for a username (rule ID-3): lower case letters, digits and `. _ -` inside. */
export function isUsername(text: string): boolean {
  return usernamePattern.test(text);
}

/** True for a text that keeps `resourceIdRule`: the rule that all ids which are chosen by people share. */
export function isResourceId(text: string, maxLength: number = RESOURCE_ID_MAX_LENGTH): boolean {
  // A lone surrogate has no UTF-8 form, so two such ids would collide once stored.
  if (text === '' || text === '.' || text === '..' || !text.isWellFormed()) return false;
  return [...text].length <= maxLength && !FORBIDDEN.test(text);
}
