/** Runs files of tests in the order in which they are given: those that cost the least first. */
export class AsGiven {
  sort<T>(files: T[]): T[] {
    return files;
  }
  shard<T>(files: T[]): T[] {
    return files;
  }
}
