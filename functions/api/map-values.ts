/** A map of the same keys, each with what is made of its value. */
export const mapValues = <T, R>(map: Record<string, T>, make: (value: T, key: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, make(value, key)]));
