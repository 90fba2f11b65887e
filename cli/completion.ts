import { commandOptions } from './arguments.ts';
import { usageError } from './failure.ts';
import { describedOperation, describedOperations, takesBody } from './operations/described.ts';
import { fieldsOf, isPaged } from './operations/fields.ts';
import { namedOperations } from './operations/names.ts';

/** What may follow a command: further words and options. */
type Following = ReadonlyMap<string, readonly string[]>;

const shells = ['bash', 'zsh', 'fish'] as const;

/**
 * Returns a shell completion script for all commands, operations and options of this version.
 * @throws Failure with exit code 2 for an unsupported shell.
 */
export function completionScript(shell: string | undefined): string {
  const known = shells.find((name) => name === shell);
  if (!known)
    throw usageError(`'completion' takes ${shells.join(', ')}${shell === undefined ? '' : `, not '${shell}'`}.`);
  const following = whatFollows();
  if (known === 'fish') return fishScript(following);
  const script = bashScript(following);
  return known === 'bash' ? script : `#compdef fiducial\nautoload -U +X bashcompinit && bashcompinit\n${script}`;
}

/** Maps the words so far to what may follow; the key is empty for the first word. */
function whatFollows(): Following {
  const following = new Map<string, Set<string>>();
  const add = (words: string, more: readonly string[]) => {
    const known = following.get(words) ?? new Set();
    following.set(words, known);
    for (const one of more) known.add(one);
  };
  const addCommand = (words: string, options: readonly string[]) => {
    const path = words.split(' ');
    for (const [place, word] of path.entries()) add(path.slice(0, place).join(' '), [word]);
    add(
      words,
      options.map((option) => `--${option}`),
    );
  };
  for (const [words, options] of Object.entries(commandOptions)) addCommand(words, options);
  for (const { words, operationId } of namedOperations) addCommand(words, optionsOf(operationId));
  for (const { operationId } of describedOperations()) addCommand(`api ${operationId}`, optionsOf(operationId));
  for (const shell of shells) addCommand(`completion ${shell}`, []);
  return new Map([...following].map(([words, more]) => [words, [...more].sort()]));
}

function optionsOf(operationId: string): string[] {
  const operation = describedOperation(operationId);
  if (!operation) return [];
  const fields = fieldsOf(operation);
  return [
    ...fields.filter((field) => field.in !== 'params').map(({ flag }) => flag),
    ...(isPaged(fields) ? ['all'] : []),
    ...(takesBody(operation) ? ['body'] : []),
    ...['help', 'json', 'output'],
  ];
}

/** The longest words first, so that a command is not mistaken for its group. */
const longestFirst = (following: Following) =>
  [...following].sort(([one], [other]) => other.length - one.length || (one < other ? -1 : 1));

const bashScript = (following: Following): string => `_fiducial() {
  local line="\${COMP_WORDS[*]:1:COMP_CWORD-1} " words
  case "$line" in
${longestFirst(following)
  .filter(([words]) => words !== '')
  .map(([words, more]) => `    "${words} "*) words="${more.join(' ')}" ;;`)
  .join('\n')}
    " ") words="${following.get('')?.join(' ')}" ;;
    *) words="" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _fiducial fiducial`;

const fishScript = (following: Following): string => `function __fiducial_words
  set -l tokens (commandline -opc)
  switch (string join " " $tokens[2..-1])" "
${longestFirst(following)
  .filter(([words]) => words !== '')
  .map(([words, more]) => `    case "${words} *"\n      printf "%s\\n" ${more.join(' ')}`)
  .join('\n')}
    case " "
      printf "%s\\n" ${following.get('')?.join(' ')}
  end
end
complete -c fiducial -a "(__fiducial_words)"`;
