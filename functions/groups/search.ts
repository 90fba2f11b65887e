import { groupHandler } from '../http/group.ts';
import * as search from '../search/search.ts';

export const handler = groupHandler(search);
