import { usageError } from './failure.ts';

/** A parsed command that writes a chip to a file. */
export interface ExportChipCommand {
  name: 'export chip';
  chipId: string;
  format: (typeof chipFormats)[number];
  asOf: string | undefined;
  output: string | undefined;
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

const chipFormats = ['yaml', 'json', 'qibolab', 'quam', 'device-topology'] as const;
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
} as const;

type ExportValues = { [Name in keyof typeof exportOptions]?: string | undefined } & {
  chip?: string | undefined;
  'as-of'?: string | undefined;
};

/** All options except those of other subjects. */
const optionsOfRows = [
  'json',
  'chip',
  ...(Object.keys(exportOptions) as (keyof typeof exportOptions)[]).filter((name) => name !== 'to'),
] as const;

/** The options of each subject. */
export const exportOptionsOf = {
  'export chip': ['format', 'output', 'as-of'],
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
    const format = oneOf(chipFormats, values.format ?? 'yaml');
    if (format === 'device-topology' && values['as-of'] !== undefined)
      throw usageError('A device topology always shows the present: --as-of cannot be given with it.');
    return { name: 'export chip', chipId: argument, format, asOf: values['as-of'], output: values.output };
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
