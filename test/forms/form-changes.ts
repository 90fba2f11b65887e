import type { StoredForms } from '#shared/kernel/store/dynamodb/written-forms.ts';
import type { Forms } from './stored-forms.ts';

/** Why the last release could not read what a version writes. */
export interface FormChange {
  kind: string;
  what: string;
}

/** An accepted change and its reason. */
export interface AgreedChange extends FormChange {
  reason: string;
}

/** Changes that the last release cannot read. A release empties the list. */
const agreed: readonly AgreedChange[] = [];

/**
 * What in the forms of a version the last release cannot read (rule STORE-13). Attributes and kinds may be added: a
 * codec keeps fields that it does not know.
 * @param present what the version writes for a deployment over that release.
 */
export function formChanges(released: Forms, present: Forms): FormChange[] {
  return Object.entries(released).flatMap(([kind, last]) => {
    const now = present[kind];
    if (!now) return [{ kind, what: 'is gone, and items of it may be there' }];
    const tooOld = Object.keys(last.writes).filter((v) => Number(v) > now.reads);
    const changes = Object.entries(now.writes).flatMap(([v, attributes]) => {
      if (Number(v) > last.reads) return [`writes version ${v}, and the last release reads up to ${last.reads}`];
      const before = Object.entries(last.writes[v] ?? {});
      return before.flatMap(([name, types]) => attributeChange(name, types, attributes[name]) ?? []);
    });
    const unread = tooOld.map((v) => `reads up to ${now.reads}, and the last release writes version ${v}`);
    return [...unread, ...changes].map((what) => ({ kind, what }));
  });
}

/**
 * What the last release cannot read of the forms of a version: of the released ones, and of the present ones in versions
 * that it knows. Present versions that it does not know are only written when it no longer runs (decision 56).
 */
export function changesSince(last: Forms, forms: Record<StoredForms, Forms>): FormChange[] {
  const known = Object.fromEntries(
    Object.entries(forms.present).map(([kind, { reads, writes }]) => {
      const readable = Object.entries(writes).filter(([v]) => Number(v) <= (last[kind]?.reads ?? 0));
      return [kind, { reads, writes: Object.fromEntries(readable) }];
    }),
  );
  const changes = [...formChanges(last, forms.released), ...formChanges(last, known)];
  return changes.filter((change, index) => changes.findIndex((one) => isSame(one, change)) === index);
}

function attributeChange(name: string, before: string, now: string | undefined): string | undefined {
  const isOptional = before.endsWith('?');
  if (now === undefined) return isOptional ? undefined : `lacks '${name}'`;
  if (now.endsWith('?') && !isOptional) return `may lack '${name}'`;
  const types = (text: string) => text.replace('?', '').split('|');
  const others = types(now).filter((type) => !types(before).includes(type));
  return others.length > 0 ? `has '${name}' as ${others.join('|')}, which was ${before}` : undefined;
}

const isSame = (one: FormChange, other: FormChange): boolean => one.kind === other.kind && one.what === other.what;

/** The changes that no one has agreed to. */
export const unagreed = (changes: readonly FormChange[]): FormChange[] =>
  changes.filter((change) => !agreed.some((one) => isSame(one, change)));

/** Agreements that nothing needs any more. */
export const idle = (changes: readonly FormChange[]): FormChange[] =>
  agreed.filter((one) => !changes.some((change) => isSame(change, one)));

export const changeText = ({ kind, what }: FormChange): string => `${kind} ${what}`;
