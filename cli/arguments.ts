import { parseArgs } from 'node:util';
import { misuse } from './failure.ts';

/** A command line, understood. */
export type Command =
  | { name: 'help' }
  | { name: 'version' }
  | { name: 'import'; format: 'ibm'; chipId: string; files: string[]; json: boolean }
  | { name: 'login'; username: string | undefined; passwordFromStdin: boolean; json: boolean }
  | { name: 'logout'; json: boolean }
  | { name: 'chips'; json: boolean };

/** Text of `npx fiducial --help`. */
export const helpText = `Fiducial's command line.

  npx fiducial login                                        sign in; asks for name and password
  npx fiducial login --username NAME --password-stdin       the same, without a terminal
  npx fiducial logout                                       forget the login
  npx fiducial chips                                        list the chips of the project
  npx fiducial import --from ibm --chip ID CONF PROPS       import a device: its configuration and its
                                                            properties as JSON files, in any order

Options
  --json       print the answer as JSON on standard output
  --help       this text
  --version    the version of Fiducial

Environment
  FIDUCIAL_URL        address of the service (http://127.0.0.1:3000)
  FIDUCIAL_TOKEN      an API token, used instead of the login
  FIDUCIAL_PROJECT    project id (the default project of the user or token)

Exit codes: 0 done, 1 it could not be done, 2 the command was not understood.`;

const options = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  json: { type: 'boolean' },
  from: { type: 'string' },
  chip: { type: 'string' },
  username: { type: 'string' },
  'password-stdin': { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parse>['values'];

const optionsOf: Record<string, readonly (keyof Values)[]> = {
  import: ['json', 'from', 'chip'],
  login: ['json', 'username', 'password-stdin'],
  logout: ['json'],
  chips: ['json'],
};

/**
 * Understands a command line.
 * @throws Failure with exit code 2 that names the word which was not understood or is missing.
 */
export function parseCommand(args: readonly string[]): Command {
  const { values, positionals } = parse(args);
  if (values.help) return { name: 'help' };
  if (values.version) return { name: 'version' };
  const [name, ...rest] = positionals;
  if (name === undefined) throw misuse('A command is missing.');
  const allowed = optionsOf[name];
  if (!allowed) throw misuse(`Unknown command '${name}'.`);
  const stray = (Object.keys(values) as (keyof Values)[]).find((option) => !allowed.includes(option));
  if (stray) throw misuse(`'${name}' has no option --${stray}.`);
  const json = values.json ?? false;
  if (name === 'import') return importCommand(values, rest, json);
  if (rest[0] !== undefined) throw misuse(`'${name}' takes no argument '${rest[0]}'.`);
  if (name === 'login')
    return { name, username: values.username, passwordFromStdin: values['password-stdin'] ?? false, json };
  return { name: name === 'logout' ? 'logout' : 'chips', json };
}

function importCommand(values: Values, files: string[], json: boolean): Command {
  if (values.from === undefined) throw misuse("'import' needs --from: where the files come from (ibm).");
  if (values.from !== 'ibm') throw misuse(`--from ${values.from} is not known: ibm is.`);
  if (!values.chip) throw misuse("'import' needs --chip: the id of the chip.");
  if (files.length !== 2)
    throw misuse(`'import --from ibm' takes two files, the configuration and the properties, not ${files.length}.`);
  return { name: 'import', format: values.from, chipId: values.chip, files, json };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw misuse(error instanceof Error ? error.message : String(error));
  }
}
