import { groupHandler } from '../../http/group.ts';
import { searchNoteEvents } from './searchNoteEvents.ts';

export const handler = groupHandler({ searchNoteEvents });
