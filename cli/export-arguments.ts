import { COMPILER_FORMATS, type CompilerFormat } from '#shared/devices/rules/export/compiler/format-names.ts';
import { usageError } from './failure.ts';

/** A parsed command that writes a chip to a file. */
export interface ExportChipCommand {
  name: 'export chip';
  chipId: string;
  format: 'yaml' | 'json' | CompilerFormat;
  asOf: string | undefined;
  output: string | undefined;
  /** Only these qubits and the couplings between them. */
  qubits: string[] | undefined;
  /** Only the best patch of so many qubits. */
  patchSize: number | undefined;
  /** Only values of at most this age. */
  withinHours: number | undefined;
}

/** A parsed command that downloads rows as a file. */
export interface ExportRowsCommand {
  name: 'export rows';
  kind: 'samples' | 'task_results';
  format: (typeof rowFormats)[number];
  filter: {
    chip_id: string | undefined;
    metric: string | undefined;
    task: string | undefined;
    targets: string[] | undefined;
    start_at: string | undefined;
    end_at: string | undefined;
    cooldown_id: string | undefined;
  };
  output: string | undefined;
  json: boolean;
}

/** A parsed command that writes a whole project to one archive. */
export interface ExportProjectCommand {
  name: 'export project';
  project: string;
  file: string;
  json: boolean;
}

// `device-topology` is the former name of `oqtopus`.
const chipFormats = ['yaml', 'json', ...COMPILER_FORMATS, 'device-topology'] as const;
const rowFormats = ['csv', 'parquet'] as const;

/** The export options for `parseArgs`. */
export const exportOptions = {
  format: { type: 'string' },
  output: { type: 'string', short: 'o' },
  to: { type: 'string' },
  metric: { type: 'string' },
  task: { type: 'string' },
  targets: { type: 'string' },
  start: { type: 'string' },
  end: { type: 'string' },
  cooldown: { type: 'string' },
  qubits: { type: 'string' },
  patch: { type: 'string' },
  'within-hours': { type: 'string' },
} as const;

type ExportValues = { [Name in keyof typeof exportOptions]?: string | undefined } & {
  chip?: string | undefined;
  'as-of'?: string | undefined;
};

const optionsOfRows = [
  ...(['json', 'chip', 'format', 'output'] as const),
  ...(['metric', 'task', 'targets', 'start', 'end', 'cooldown'] as const),
] as const;

/** The options of each subject. */
export const exportOptionsOf = {
  'export chip': ['format', 'output', 'as-of', 'qubits', 'patch', 'within-hours'],
  'export project': ['json', 'to'],
  'export samples': optionsOfRows,
  'export results': optionsOfRows,
} as const;

/** Parses an `export` command line. @throws Failure with exit code 2. */
export function exportCommand(
  values: ExportValues,
  [subject, argument, stray]: string[],
  json: boolean,
): ExportChipCommand | ExportProjectCommand | ExportRowsCommand {
  if (subject === 'chip') {
    if (argument === undefined) throw usageError("'export chip' needs the id of the chip.");
    if (stray !== undefined) throw usageError(`'export chip' takes no argument '${stray}'.`);
    return chipCommand(values, argument);
  }
  if (subject === 'project') return projectCommand(values, [argument, stray], json);
  if (subject !== 'samples' && subject !== 'results')
    throw usageError("'export' needs one of chip, samples, results or project.");
  if (argument !== undefined) throw usageError(`'export ${subject}' takes no argument '${argument}'.`);
  const { metric, task, targets, start, end, cooldown, output } = values;
  return {
    name: 'export rows',
    kind: subject === 'samples' ? 'samples' : 'task_results',
    format: oneOf(rowFormats, values.format ?? 'csv'),
    filter: {
      ...{ chip_id: values.chip, metric, task, start_at: start, end_at: end, cooldown_id: cooldown },
      targets: targets?.split(',').filter((id) => id !== ''),
    },
    ...{ output, json },
  };
}

function chipCommand(values: ExportValues, chipId: string): ExportChipCommand {
  const named = oneOf(chipFormats, values.format ?? 'yaml');
  const format = named === 'device-topology' ? 'oqtopus' : named;
  const { qubits, patch, 'within-hours': within, output } = values;
  const isPart = qubits !== undefined || patch !== undefined || within !== undefined;
  if (isPart && (format === 'yaml' || format === 'json'))
    throw usageError(
      `--format ${format} writes the whole chip: --qubits, --patch and --within-hours need another format.`,
    );
  if (qubits !== undefined && patch !== undefined) throw usageError('Give --qubits or --patch, not both.');
  return {
    ...{ name: 'export chip', chipId, format, asOf: values['as-of'], output },
    qubits: qubits === undefined ? undefined : qubitsOf(qubits),
    patchSize: countOf('patch', patch),
    withinHours: countOf('within-hours', within),
  };
}

/** `5,6,7`, or a list as `fiducial patch` prints it. */
function qubitsOf(text: string): string[] {
  const qids = text
    .replaceAll(/[[\]"\s]/g, '')
    .split(',')
    .filter((qid) => qid !== '');
  if (qids.length === 0) throw usageError('--qubits names no qubit.');
  return qids;
}

function countOf(option: string, text: string | undefined): number | undefined {
  if (text !== undefined && !/^[1-9]\d*$/.test(text))
    throw usageError(`--${option} takes a whole number above 0, not '${text}'.`);
  return text === undefined ? undefined : Number(text);
}

function projectCommand(
  { to }: ExportValues,
  [project, stray]: (string | undefined)[],
  json: boolean,
): ExportProjectCommand {
  if (project === undefined) throw usageError("'export project' needs the name or id of the project.");
  if (stray !== undefined) throw usageError(`'export project' takes no argument '${stray}'.`);
  if (!to) throw usageError("'export project' needs --to: the file to write.");
  return { name: 'export project', project, file: to, json };
}

function oneOf<T extends string>(formats: readonly T[], text: string): T {
  const format = formats.find((one) => one === text);
  if (format === undefined) throw usageError(`--format takes ${formats.join(', ')}, not '${text}'.`);
  return format;
}
