/**
 * The forms in which this process writes items (rule STORE-13). `present` is the newest form of each kind; `released`
 * is the newest one that the last release reads, for a deployment over that release.
 */
export const STORED_FORMS = ['present', 'released'] as const;

export type StoredForms = (typeof STORED_FORMS)[number];

let forms: StoredForms = 'present';

/** Chooses the forms. A process does this once, at its start. */
export function writeForms(chosen: StoredForms): void {
  forms = chosen;
}

export const writesReleasedForms = (): boolean => forms === 'released';
