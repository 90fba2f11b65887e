import type { NamedOperation } from './names.ts';
import { namedOperations } from './names.ts';

/** The operation that a command line calls, its words, and the remaining arguments. */
export interface FoundOperation {
  words: string;
  operationId: string;
  named: NamedOperation | undefined;
  rest: readonly string[];
}

/** The longest words first, so that `runs` does not match `runs show`. */
const longestFirst = [...namedOperations].sort((one, other) => other.words.length - one.words.length);

/** Returns the operation that a command line calls; undefined for other commands. */
export function findOperation(args: readonly string[]): FoundOperation | undefined {
  if (args[0] === 'api' && args[1] !== undefined && !args[1].startsWith('-'))
    return { words: `api ${args[1]}`, operationId: args[1], named: undefined, rest: args.slice(2) };
  const named = longestFirst.find(({ words }) => words.split(' ').every((word, place) => args[place] === word));
  if (!named) return undefined;
  const { words, operationId } = named;
  return { words, operationId, named, rest: args.slice(words.split(' ').length) };
}
