import { folded } from '#shared/kernel/rules/folded.ts';
import type { TaskKnowledge } from './queries.ts';

type Listed = { name: string; category: string; summary: string };

/** The tasks that a text asks for, by a part of the name or of what they are for, in groups by category as they come. */
export function tasksByCategory<Task extends Listed>(tasks: readonly Task[], text: string): [string, Task[]][] {
  const wanted = folded(text.trim());
  const found = tasks.filter(({ name, summary }) => folded(`${name} ${summary}`).includes(wanted));
  return [...Map.groupBy(found, ({ category }) => category || 'Of this project')];
}

type Case = TaskKnowledge['cases'][number];

/** The lessons of a case, part by part; empty parts are left out. */
export const caseParts = (one: Case): [string, string][] =>
  (
    [
      ['Symptom', one.symptom],
      ['Cause', one.root_cause],
      ['What was done', one.resolution],
      ['Lesson', one.lesson_learned.join('. ')],
      ['Where it applies', one.applicability],
    ] satisfies [string, string][]
  ).filter(([, text]) => text !== '');

/** A word of the API as people read it: `not_planned` is `not planned`. */
export const plainWord = (word: string): string => word.replaceAll('_', ' ');

/** How many reviews have each decision: `accept 12, reject 3`. */
export const decisionsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([decision, count]) => `${plainWord(decision)} ${count}`)
    .join(', ');
