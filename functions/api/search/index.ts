import { groupHandler } from '../../http/group.ts';
import * as search from './search.ts';

export const handler = groupHandler(search);
