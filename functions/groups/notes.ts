import { groupHandler } from '../http/group.ts';
import * as notes from '../notes/notes.ts';

export const handler = groupHandler(notes);
