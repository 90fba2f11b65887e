import type { NoteCountPart } from '#shared/kernel/store/keys.ts';
import { keyOf } from './survey.ts';

interface NoteCount {
  projectId: string;
  chipId: string;
  part: NoteCountPart;
  notes: number;
  comments: number;
  events: number;
}

/** What the records of an import add up to: counted here, since the records of a project are read once. */
export class Tally {
  readonly notes = new Map<string, NoteCount>();
  /** Chips with data under a cool-down. */
  readonly cooldownData = new Map<string, { projectId: string; cooldownId: string; chipId: string }>();
  /** The latest execution of each project. */
  readonly last = new Map<string, { date: string; index: number }>();
  /** Keys of notes that exist already: the note in a qubit's own document, and that of the same scope in a collection of its own. */
  readonly noteKeys = new Set<string>();
  readonly threads = new Map<string, number>();
  /** Names of flows by project. */
  readonly flows = new Map<string, Set<string>>();

  countNote(projectId: string, chipId: string, part: NoteCountPart, what: 'notes' | 'comments' | 'events'): void {
    const key = keyOf(projectId, chipId, JSON.stringify(part));
    const count = this.notes.get(key) ?? { projectId, chipId, part, notes: 0, comments: 0, events: 0 };
    count[what] += 1;
    this.notes.set(key, count);
  }

  markCooldown(projectId: string, cooldownId: string | undefined, chipId: string): void {
    if (cooldownId !== undefined && chipId !== '')
      this.cooldownData.set(keyOf(projectId, cooldownId, chipId), { projectId, cooldownId, chipId });
  }

  /** An execution of this day and number was made. */
  sawExecution(projectId: string, date: string, index: number): void {
    const last = this.last.get(projectId);
    if (!last || date > last.date || (date === last.date && index > last.index))
      this.last.set(projectId, { date, index });
  }
}

/** Into how many counts the notes of task results are spread, as the service does. */
const taskShards = 16;

/** The part of a chip that the notes of a task result are counted in. */
export const taskPartOf = (taskId: string): NoteCountPart => ({
  taskShard: (taskId.codePointAt(taskId.length - 1) ?? 0) % taskShards,
});
