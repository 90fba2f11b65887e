import { type StoredValue, storedValue } from '../browser/stored-value.ts';

/** The access token of the session; absent when signed out. */
export const token = storedValue('fiducial.token');

/** The project that this browser was in last: where an address leads that names none. Tabs share it, and none follows it. */
export const lastProject = storedValue('fiducial.project');

let opened: string | undefined;

/**
 * The project of the page's address, in which requests are made (`X-Project-Id`); absent if the address names none. It
 * never changes within a document: another project is another document (rule NAV-14).
 */
export const currentProject = (): string | undefined => opened;

/** Says once, before pages are drawn, which project the address names. */
export function enterProject(projectId: string | undefined): void {
  opened = projectId;
}

export function clearSession(): void {
  token.set(undefined);
  lastProject.set(undefined);
}

/** What this browser keeps of the current project under a key: tabs on other projects have their own. */
export function projectValue(key: string): StoredValue {
  let value: StoredValue | undefined;
  // The project is known when pages are drawn, which is after this.
  const current = () => {
    value ??= storedValue(`${key} ${currentProject()}`);
    return value;
  };
  return {
    get: () => current().get(),
    set: (next) => current().set(next),
    subscribe: (listener) => current().subscribe(listener),
  };
}
