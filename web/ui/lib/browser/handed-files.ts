/** Files that were dropped on one page, on their way to the page that takes them. */
let handed: File[] = [];

export const handFiles = (files: readonly File[]): void => {
  handed = [...files];
};

/** The files that were handed on, once. */
export function takeHandedFiles(): File[] {
  const taken = handed;
  handed = [];
  return taken;
}
