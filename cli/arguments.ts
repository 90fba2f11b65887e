import { parseArgs } from 'node:util';
import { type ImportFormat, importFormats } from '#shared/devices/contract/files/formats.ts';
import { parseInstant } from '#shared/kernel/rules/calendar.ts';
import { TECHNOLOGIES, type Technology } from '#shared/values/rules/technology.ts';
import { type CompareQdashCommand, compareCommand } from './compare-arguments.ts';
import {
  type ExportChipCommand,
  type ExportProjectCommand,
  type ExportRowsCommand,
  exportCommand,
  exportOptions,
  exportOptionsOf,
} from './export-arguments.ts';
import { usageError } from './failure.ts';
import { namedLines } from './operations/help.ts';
import type { QdashSources } from './qdash/make-archives.ts';

/** A parsed command line. */
export type Command =
  | { name: 'help' }
  | { name: 'version' }
  | ImportCommand
  | ImportProjectCommand
  | ImportQdashCommand
  | { name: 'login'; username: string | undefined; passwordFromStdin: boolean; json: boolean }
  | { name: 'logout'; json: boolean }
  | { name: 'chips'; json: boolean }
  | { name: 'health'; chipId: string; asOf: string | undefined; json: boolean }
  | { name: 'patch'; chipId: string; size: number; exclude: string[]; asOf: string | undefined; json: boolean }
  | { name: 'changes'; chipId: string; since: string; until: string | undefined; json: boolean }
  | CompareQdashCommand
  | ExportChipCommand
  | ExportRowsCommand
  | ExportProjectCommand
  | FlowCommand;

export type { ExportChipCommand, ExportProjectCommand, ExportRowsCommand } from './export-arguments.ts';

/** A parsed `import` command; a preview imports nothing. */
export interface ImportCommand {
  name: 'import';
  format: ImportFormat;
  chipId: string;
  files: string[];
  measuredAt: string | undefined;
  /** The device to import, from files with several. */
  device: string | undefined;
  /** Technology of a new chip. */
  technology: Technology | undefined;
  isPreview: boolean;
  json: boolean;
}

/** A parsed command that imports a project archive. */
export interface ImportProjectCommand {
  name: 'import project';
  file: string;
  /** Replaces the name in the archive. */
  projectName: string | undefined;
  json: boolean;
}

/** A parsed command that imports a dump of QDash. */
export interface ImportQdashCommand {
  name: 'import qdash';
  sources: QdashSources;
  /** Reads everything, writes nothing. */
  isDryRun: boolean;
  json: boolean;
}

/** A parsed command about flows. */
export type FlowCommand =
  | { name: 'flows'; action: 'list'; json: boolean }
  | { name: 'flows'; action: 'save'; file: string; chipId: string; flowName: string | undefined; json: boolean }
  | {
      name: 'flows';
      action: 'run';
      flowName: string;
      parameters: Record<string, unknown>;
      wait: boolean;
      json: boolean;
    };

/** Text of `npx fiducial --help`. */
export const helpText = (): string => `Fiducial's command line.

  npx fiducial login                                        sign in; asks for name and password
  npx fiducial login --username NAME --password-stdin       the same, without a terminal
  npx fiducial logout                                       forget the login
  npx fiducial chips                                        list the chips of the project
  npx fiducial health CHIP                                  the health of each qubit and what limits it, the worst
                                                            first; --as-of INSTANT
  npx fiducial patch CHIP SIZE                              the best connected patch of so many qubits, as a list
                                                            for a compiler; --exclude 3,17 and --as-of INSTANT
  npx fiducial changes CHIP --since SIDE                    what has changed, the most significant first; a SIDE is an
                                                            instant, day:DATE, run:ID or cooldown:ID; --until SIDE
  npx fiducial import --from FORMAT --chip ID FILES         import a device from files and folders in any order:
                                                            ibm (configuration and properties), google (Cirq),
                                                            qibolab (calibrations, also a JSON object a line,
                                                            runcards and parameters), quam (state and wiring),
                                                            qubex (YAML), oqtopus (a device topology) or fiducial
                                                            (an exported chip); --preview says what would be
                                                            imported, --measured-at WHEN dates files that do not
                                                            say it, --device NAME chooses one of several chips
                                                            of qubex's files, --technology NAME says what the
                                                            qubits of a new chip are (transmon unless named)
  npx fiducial import --from qdash DUMP                     bring in a dump of QDash's database (BSON or JSON lines) as
                                                            an administrator: people, projects, history; --files,
                                                            --config and --schedules name what a dump does not have,
                                                            --since INSTANT brings what has changed since then,
                                                            --dry-run only reports; the same again goes on
  npx fiducial import project FILE                          bring in a project from its archive, as an administrator;
                                                            --name gives another name; the same again goes on
  npx fiducial compare-qdash URL                            compare the answers of QDash and Fiducial to the same reads;
                                                            --reads 1000, --rate 10 per second, --examples 3 of each
                                                            group, --chip ID; exit code 7 if they differ
  npx fiducial export chip CHIP                             write a chip to standard output or, with --output, a
                                                            file; --format yaml (default), json, python (a list),
                                                            oqtopus, qiskit, qibolab or quam, --as-of INSTANT. For
                                                            all but yaml and json: --qubits 5,6,7 or --patch SIZE
                                                            for a part, --within-hours N without older values
  npx fiducial export samples                               have samples written to a file and fetch it; --format csv
  npx fiducial export results                               (default) or parquet; the same of task results. Narrowed
                                                            by --chip, --metric, --task, --targets 0,0-1, --start,
                                                            --end and --cooldown; --output FILE
  npx fiducial export project NAME --to FILE                write a project, by its name or id, into one archive; the
                                                            same again goes on where it was broken off
  npx fiducial flows list                                   list the flows of the project
  npx fiducial flows save --chip ID FILE                    save a file as a flow of the same name; --name gives
                                                            another
  npx fiducial flows run NAME                               start a run; --wait for its end, and with
                                                            --parameters JSON over those of the flow

Commands that are one operation of the API each; --help after one says what it takes

${namedLines()}
  api                     every operation by its id: \`npx fiducial api\` lists them
  completion SHELL        a script that completes all this in bash, zsh or fish

Options
  --json       print the answer as JSON on standard output
  --help       this text
  --version    the version of Fiducial

Environment
  FIDUCIAL_URL        address of the service (http://127.0.0.1:3000)
  FIDUCIAL_TOKEN      an API token, used instead of the login
  FIDUCIAL_PROJECT    project id (the default project of the user or token)
  QDASH_API_TOKEN     of compare-qdash, or QDASH_USERNAME and QDASH_PASSWORD; QDASH_PROJECT_ID names the project

Exit codes
  0  done                        4  what was named is not there
  1  failed                      5  in conflict with what is there, such as a run that is on
  2  wrong usage                 6  no answer, or one that asks to try again later
  3  not signed in, or not allowed   7  QDash and Fiducial differ`;

const options = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  json: { type: 'boolean' },
  from: { type: 'string' },
  chip: { type: 'string' },
  'measured-at': { type: 'string' },
  device: { type: 'string' },
  technology: { type: 'string' },
  preview: { type: 'boolean' },
  files: { type: 'string' },
  config: { type: 'string' },
  schedules: { type: 'string' },
  'dry-run': { type: 'boolean' },
  username: { type: 'string' },
  name: { type: 'string' },
  parameters: { type: 'string' },
  wait: { type: 'boolean' },
  exclude: { type: 'string' },
  'as-of': { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  reads: { type: 'string' },
  rate: { type: 'string' },
  examples: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  ...exportOptions,
} as const;

type Values = ReturnType<typeof parse>['values'];

/** Options of each command. Commands that call one operation have options from its fields (`operations/`). */
export const commandOptions: Record<string, readonly (keyof Values)[]> = {
  import: [
    ...(['json', 'from', 'chip', 'measured-at', 'device', 'technology', 'preview'] as const),
    ...(['files', 'config', 'schedules', 'since', 'dry-run'] as const),
  ],
  'import project': ['json', 'name'],
  login: ['json', 'username', 'password-stdin'],
  logout: ['json'],
  chips: ['json'],
  health: ['json', 'as-of'],
  patch: ['json', 'as-of', 'exclude'],
  changes: ['json', 'since', 'until'],
  'compare-qdash': ['json', 'chip', 'reads', 'rate', 'examples'],
  export: [],
  ...exportOptionsOf,
  flows: ['json'],
  'flows save': ['json', 'chip', 'name'],
  'flows run': ['json', 'parameters', 'wait'],
};

/**
 * Parses a command line.
 * @throws Failure with exit code 2 that names the unknown or missing word.
 */
export function parseCommand(args: readonly string[]): Command {
  const { values, positionals } = parse(args);
  if (values.help) return { name: 'help' };
  if (values.version) return { name: 'version' };
  const [name, ...rest] = positionals;
  if (name === undefined) throw usageError('A command is missing.');
  const allowed = commandOptions[name];
  if (!allowed) throw usageError(`Unknown command '${name}'.`);
  const action = `${name} ${rest[0]}`;
  const stray = (Object.keys(values) as (keyof Values)[]).find(
    (option) => !(commandOptions[action] ?? allowed).includes(option),
  );
  if (stray) throw usageError(`'${commandOptions[action] ? action : name}' has no option --${stray}.`);
  const json = values.json ?? false;
  if (action === 'import project') return importProjectCommand(values, rest.slice(1), json);
  if (name === 'import') return importCommand(values, rest, json);
  if (name === 'export') return exportCommand(values, rest, json);
  if (name === 'flows') return flowCommand(values, rest, json);
  if (name === 'health') return healthCommand(values, rest, json);
  if (name === 'patch') return patchCommand(values, rest, json);
  if (name === 'changes') return changesCommand(values, rest, json);
  if (name === 'compare-qdash') return compareCommand(values, rest, json);
  if (rest[0] !== undefined) throw usageError(`'${name}' takes no argument '${rest[0]}'.`);
  if (name === 'login')
    return { name, username: values.username, passwordFromStdin: values['password-stdin'] ?? false, json };
  return { name: name === 'logout' ? 'logout' : 'chips', json };
}

function importCommand(values: Values, files: string[], json: boolean): Command {
  if (values.from === 'qdash') return importQdashCommand(values, files, json);
  const formats = Object.keys(importFormats);
  const wrong = ofQdash.find((option) => values[option] !== undefined);
  if (wrong) throw usageError(`--${wrong} belongs to 'import --from qdash'.`);
  if (values.from === undefined)
    throw usageError(`'import' needs --from: where the files come from (${formats.join(', ')}).`);
  const format = formats.find((name) => name === values.from) as ImportFormat | undefined;
  if (!format) throw usageError(`--from takes ${formats.join(', ')}, not '${values.from}'.`);
  if (!values.chip) throw usageError("'import' needs --chip: the id of the chip.");
  if (format === 'ibm' && files.length !== 2)
    throw usageError(`'import --from ibm' takes two files, the configuration and the properties, not ${files.length}.`);
  if (files.length === 0) throw usageError(`'import --from ${format}' needs the files to import.`);
  const { preview: isPreview = false, 'measured-at': measuredAt, device } = values;
  if (device !== undefined && format !== 'qubex')
    throw usageError(`--device chooses a chip of qubex's files; files of ${importFormats[format]} have one device.`);
  const technology = TECHNOLOGIES.find((name) => name === values.technology);
  if (values.technology !== undefined && !technology)
    throw usageError(`--technology takes ${TECHNOLOGIES.join(', ')}, not '${values.technology}'.`);
  return { name: 'import', format, chipId: values.chip, files, measuredAt, device, technology, isPreview, json };
}

const ofDevices = ['chip', 'measured-at', 'device', 'technology', 'preview'] as const;
const ofQdash = ['files', 'config', 'schedules', 'since', 'dry-run'] as const;

function importQdashCommand(values: Values, [dump, stray]: string[], json: boolean): Command {
  if (dump === undefined) throw usageError("'import --from qdash' needs the folder of the dump.");
  if (stray !== undefined) throw usageError(`'import --from qdash' takes no argument '${stray}'.`);
  const wrong = ofDevices.find((option) => values[option] !== undefined);
  if (wrong) throw usageError(`'import --from qdash' has no option --${wrong}.`);
  const { files, config, schedules } = values;
  const since = values.since === undefined ? undefined : parseInstant(values.since);
  if (values.since !== undefined && since === undefined)
    throw usageError(`--since takes an instant such as 2026-03-31T00:00:00Z, not '${values.since}'.`);
  return {
    name: 'import qdash',
    sources: { dump, files, config, schedules, since },
    isDryRun: values['dry-run'] ?? false,
    json,
  };
}

function importProjectCommand(values: Values, [file, stray]: string[], json: boolean): Command {
  if (file === undefined) throw usageError("'import project' needs the archive to import.");
  if (stray !== undefined) throw usageError(`'import project' takes no argument '${stray}'.`);
  return { name: 'import project', file, projectName: values.name, json };
}

function healthCommand(values: Values, [chipId, stray]: string[], json: boolean): Command {
  if (chipId === undefined) throw usageError("'health' needs the id of the chip.");
  if (stray !== undefined) throw usageError(`'health' takes no argument '${stray}'.`);
  return { name: 'health', chipId, asOf: values['as-of'], json };
}

function patchCommand(values: Values, [chipId, size, stray]: string[], json: boolean): Command {
  if (chipId === undefined || size === undefined)
    throw usageError("'patch' needs the id of the chip and how many qubits.");
  if (stray !== undefined) throw usageError(`'patch' takes no argument '${stray}'.`);
  if (!/^[1-9]\d*$/.test(size)) throw usageError(`'patch' takes a number of qubits, not '${size}'.`);
  const exclude = values.exclude?.split(',').filter((qid) => qid !== '') ?? [];
  return { name: 'patch', chipId, size: Number(size), exclude, asOf: values['as-of'], json };
}

function changesCommand(values: Values, [chipId, stray]: string[], json: boolean): Command {
  if (chipId === undefined) throw usageError("'changes' needs the id of the chip.");
  if (stray !== undefined) throw usageError(`'changes' takes no argument '${stray}'.`);
  if (values.since === undefined)
    throw usageError("'changes' needs --since: an instant, day:DATE, run:ID or cooldown:ID.");
  return { name: 'changes', chipId, since: values.since, until: values.until, json };
}

function flowCommand(values: Values, [action, ...rest]: string[], json: boolean): FlowCommand {
  const [argument, stray] = rest;
  if (stray !== undefined || (action === 'list' && argument !== undefined))
    throw usageError(`'flows ${action}' takes no argument '${stray ?? argument}'.`);
  if (action === 'list') return { name: 'flows', action, json };
  if (action === 'save') {
    if (argument === undefined) throw usageError("'flows save' needs the file to save.");
    if (!values.chip) throw usageError("'flows save' needs --chip: the id of the chip.");
    return { name: 'flows', action, file: argument, chipId: values.chip, flowName: values.name, json };
  }
  if (action !== 'run') throw usageError("'flows' needs one of list, save or run.");
  if (argument === undefined) throw usageError("'flows run' needs the name of the flow.");
  const parameters = parametersOf(values.parameters ?? '{}');
  return { name: 'flows', action, flowName: argument, parameters, wait: values.wait ?? false, json };
}

function parametersOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // a value that is not an object gets the usual error below
  }
  throw usageError(`--parameters ${text} is not a JSON object such as {"qids": ["0"]}.`);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error));
  }
}
