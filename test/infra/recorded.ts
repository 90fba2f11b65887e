import { readFileSync } from 'node:fs';
import type { UsedRight } from '#test/support/aws/used-right.ts';
import type { WrittenCall } from '#test/support/aws/written-call.ts';

/** The file in which a run of the API's tests has noted what functions used (`npm run test:privileges`), if there is one. */
export const recorded: string | undefined = process.env.FIDUCIAL_RECORDED;

const lines: (UsedRight | WrittenCall)[] = [
  ...new Set((recorded ? readFileSync(recorded, 'utf8') : '').split('\n').filter((line) => line !== '')),
].map((line) => JSON.parse(line));

/** The rights that functions used there. */
export const usedRights = lines.filter((line) => 'action' in line);

/** What they wrote there. */
export const writtenCalls = lines.filter((line) => 'items' in line);
