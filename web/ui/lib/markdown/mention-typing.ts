import { folded } from '#shared/kernel/rules/folded.ts';
/** A mention that is being typed: the position of its `@`, and the letters after it so far. */
export interface MentionTyping {
  at: number;
  letters: string;
}

/** Letters of a name behind an `@` that begins a word, up to the caret. */
const typing = /(?<![A-Za-z0-9@._+/-])@([A-Za-z0-9._-]{0,64})$/;

/** The mention at the caret of a text; undefined if there is none. */
export function mentionTyped(text: string, caret: number): MentionTyping | undefined {
  const found = typing.exec(text.slice(0, caret));
  return found ? { at: found.index, letters: found[1] ?? '' } : undefined;
}

/** The text with the name in place of the typed part, and the new position of the caret. */
export function completeMention(
  text: string,
  caret: number,
  { at }: MentionTyping,
  name: string,
): { text: string; caret: number } {
  const rest = text.slice(caret);
  const before = `${text.slice(0, at)}@${name}${/^\s/.test(rest) ? '' : ' '}`;
  return { text: before + rest, caret: before.length };
}

interface Person {
  username: string;
  full_name: string | null;
}

/**
 * The people whose name contains the letters, those whose user name begins with them first; empty once a user name is
 * complete.
 */
export function peopleFor<P extends Person>(people: readonly P[], letters: string, most = 6): P[] {
  const wanted = folded(letters);
  if (people.some(({ username }) => username === wanted)) return [];
  const rank = ({ username, full_name }: Person): number => {
    if (username.startsWith(wanted)) return 0;
    const words = folded(full_name ?? '').split(/\s+/);
    if (words.some((word) => word.startsWith(wanted))) return 1;
    return username.includes(wanted) ? 2 : 3;
  };
  return people
    .map((person) => ({ person, rank: rank(person) }))
    .filter((one) => one.rank < 3)
    .sort((a, b) => a.rank - b.rank || a.person.username.localeCompare(b.person.username, 'en'))
    .slice(0, most)
    .map(({ person }) => person);
}
