import { groupHandler } from '../http/group.ts';
import * as archivedResults from '../results/archived-results.ts';
import * as artifacts from '../results/artifacts.ts';

export const handler = groupHandler({ ...archivedResults, ...artifacts });
