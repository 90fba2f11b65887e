import type { Change } from './openapi-document.ts';
import { changeText } from './released-document.ts';

/** Accepted breaking changes since the last release, with the reason (docs/decisions/0009). Emptied at each release. */
const agreedBreaks: Readonly<Record<string, string>> = {};

/** Breaking changes that are not accepted. */
export const unagreedBreaks = (changes: readonly Change[]): Change[] =>
  changes.filter((change) => change.kind === 'breaking' && !(changeText(change) in agreedBreaks));

/** Accepted breaks that do not occur. */
export function idleAgreements(changes: readonly Change[]): string[] {
  const texts = new Set(changes.map(changeText));
  return Object.keys(agreedBreaks).filter((text) => !texts.has(text));
}
