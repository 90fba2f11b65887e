import { groupHandler } from '../http/group.ts';
import * as artifacts from '../results/artifacts.ts';

export const handler = groupHandler(artifacts);
