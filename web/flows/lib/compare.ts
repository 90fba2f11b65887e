/** What a version of a flow holds besides its source. */
export interface VersionSettings {
  runner: string;
  chip_id: string;
  description: string;
  flow_function_name: string;
  tags: readonly string[];
  default_parameters: Readonly<Record<string, unknown>>;
  default_run_parameters: Readonly<Record<string, unknown>>;
  claim_timeout_seconds: number | null;
  persist: boolean;
}

/** A setting that differs, as it reads on both sides; `–` where a side has none. */
export interface ChangedSetting {
  name: string;
  from: string;
  to: string;
}

const none = '–';
const textOf = (value: unknown): string => {
  if (value === undefined || value === '') return none;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const currentWords = ({ persist }: VersionSettings): string => (persist ? 'when measured' : 'when accepted');

/** The settings in which two versions differ, parameters one by one. */
export function changedSettings(from: VersionSettings, to: VersionSettings): ChangedSetting[] {
  const plain: [string, string, string][] = [
    ['Run by', from.runner, to.runner],
    ['Chip', from.chip_id, to.chip_id],
    ['Description', from.description, to.description],
    ['Function', from.flow_function_name, to.flow_function_name],
    ['Tags', from.tags.join(', '), to.tags.join(', ')],
    ['Wait for a worker (s)', String(from.claim_timeout_seconds ?? ''), String(to.claim_timeout_seconds ?? '')],
    ['Values become current', currentWords(from), currentWords(to)],
  ];
  const maps: [string, VersionSettings['default_parameters'], VersionSettings['default_parameters']][] = [
    ['Parameter', from.default_parameters, to.default_parameters],
    ['Run parameter', from.default_run_parameters, to.default_run_parameters],
  ];
  const entries = maps.flatMap(([what, before, after]) =>
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .sort()
      .map((name): [string, string, string] => [`${what} ${name}`, textOf(before[name]), textOf(after[name])]),
  );
  return [...plain, ...entries]
    .map(([name, before, after]) => ({ name, from: textOf(before), to: textOf(after) }))
    .filter((one) => one.from !== one.to);
}

/** Whether two versions say the same, source and settings. */
export const isSameVersion = (a: VersionSettings & { code: string }, b: VersionSettings & { code: string }): boolean =>
  a.code === b.code && changedSettings(a, b).length === 0;
