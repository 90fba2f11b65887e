import { groupHandler } from '../../http/group.ts';

/** The Lambda of the group `notes`. */
export const handler = groupHandler({});
