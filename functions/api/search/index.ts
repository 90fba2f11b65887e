import { groupHandler } from '../../http/group.ts';

/** The Lambda of the group `search`. */
export const handler = groupHandler({});
