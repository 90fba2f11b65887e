import type { Change } from './openapi-document.ts';
import { changeText } from './released-document.ts';

/**
 * What breaks clients of the last release and is done all the same, with the reason (docs/decisions/0009). Empty again once it is
 * released.
 */
const agreedBreaks: Readonly<Record<string, string>> = {
  'getSettings: response 200.version was removed':
    "clients of QDash refuse a field that its model does not have (rule QDASH-13), and `getHealth` has the service's version",
};

/** Of the changes those that break clients, and that nobody has agreed to. */
export const unagreedBreaks = (changes: readonly Change[]): Change[] =>
  changes.filter((change) => change.kind === 'breaking' && !(changeText(change) in agreedBreaks));

/** What was agreed to and is no change. */
export function idleAgreements(changes: readonly Change[]): string[] {
  const texts = new Set(changes.map(changeText));
  return Object.keys(agreedBreaks).filter((text) => !texts.has(text));
}
