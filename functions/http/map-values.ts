/** A map with the same keys and converted values. */
export const mapValues = <T, R>(map: Record<string, T>, make: (value: T, key: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, make(value, key)]));
