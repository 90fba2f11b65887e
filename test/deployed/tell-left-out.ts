import { wholeFiles } from './gaps.ts';

/** Tells before all tests which files are left out, and why: they are in no count. */
export function setup(): void {
  for (const { file, reason } of wholeFiles) console.log(`Not run there: ${file} (${reason})`);
}
