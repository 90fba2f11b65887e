/** What happened at an instant, as its id on the wire says it: the instant in milliseconds, and the id. */
export const timedIdOf = (at: string, id: string): string => `${Date.parse(at)}-${id}`;

const timedId = /^(0|[1-9]\d{0,14})-(.*)$/;
const plainId = /^[0-9a-f]{32}$/;

/** Instant and id of such a text; undefined for any other, and where the id is not of the form `form`. */
export function parseTimedId(text: string, form: RegExp = plainId): { at: string; id: string } | undefined {
  const [, milliseconds, id = ''] = timedId.exec(text) ?? [];
  return form.test(id) ? { at: new Date(Number(milliseconds)).toISOString(), id } : undefined;
}
