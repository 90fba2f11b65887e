import { groupHandler } from '../../http/group.ts';
import * as artifacts from './artifacts.ts';

export const handler = groupHandler(artifacts);
