/** A place in a document, by names and indexes. */
export type DocumentPath = readonly (string | number)[];

/** Every place in a document that a pattern with `*` means. */
export function placesOf(document: unknown, pattern: string): DocumentPath[] {
  let found: { path: DocumentPath; value: unknown }[] = [{ path: [], value: document }];
  for (const name of pattern.split('.')) {
    found = found.flatMap(({ path, value: parent }) => {
      if (typeof parent !== 'object' || parent === null) return [];
      const keys = Array.isArray(parent) ? [...parent.keys()] : Object.keys(parent);
      const wanted = keys.filter((key) => name === '*' || String(key) === name);
      return wanted.map((key) => ({ path: [...path, key], value: (parent as Record<string | number, unknown>)[key] }));
    });
  }
  return found.map(({ path }) => path);
}

/** A copy of a document with what `change` makes of the object or list that holds a place. */
export function changedAt<Document>(
  document: Document,
  path: DocumentPath,
  change: (holder: Record<string | number, unknown>, key: string | number) => void,
): Document {
  const copy = structuredClone(document);
  let holder = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) holder = holder[key] as Record<string | number, unknown>;
  change(holder, path.at(-1) ?? '');
  return copy;
}
