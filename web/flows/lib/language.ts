/** How the source of a flow is coloured. */
export type SourceLanguage = 'yaml' | 'python' | 'plain';

/** Lines that only Python begins so; a first line that names an interpreter says it outright. */
const pythonLines = [
  /^#!.*\bpython/,
  /^[ \t]*(async def|def|class) \w+.*:\s*(#.*)?$/m,
  /^from \w[\w.]* import /m,
  /^import \w[\w.]*( as \w+)?(, *\w[\w.]*( as \w+)?)*\s*(#.*)?$/m,
];

/** The language of a source: of a managed flow its own, of a worker's Python where its name or a line says so. */
export function sourceLanguage(flow: {
  runner: 'managed' | 'worker';
  flow_function_name: string;
  code: string;
}): SourceLanguage {
  if (flow.runner === 'managed') return 'yaml';
  const named = /\.(\w+)$/.exec(flow.flow_function_name)?.[1];
  if (named === 'py') return 'python';
  return pythonLines.some((line) => line.test(flow.code)) ? 'python' : 'plain';
}
