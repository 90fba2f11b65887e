import { groupHandler } from '../../http/group.ts';
import { searchNoteEvents } from './search.ts';

export const handler = groupHandler({ searchNoteEvents });
