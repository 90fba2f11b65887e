import { groupHandler } from '../../http/group.ts';
import { searchNoteEvents } from './searchNoteEvents.ts';

/** The Lambda of the group `search`. */
export const handler = groupHandler({ searchNoteEvents });
