/**
 * The entry of a map under a key from user input, undefined if there is none: `map[key]` would find what every object
 * inherits under keys such as `constructor`, which rule ID-6 allows.
 */
export function ownEntry<T>(map: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}
