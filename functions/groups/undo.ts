import { groupHandler } from '../http/group.ts';
import * as audit from '../projects/undo.ts';

/** A group of its own, since an undo may call the verb of any act: its bundle is the largest. */
export const handler = groupHandler(audit);
