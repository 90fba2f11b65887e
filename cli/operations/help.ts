import { type DescribedOperation, describedOperation, describedOperations, takesBody } from './described.ts';
import { type Field, fieldsOf, isPaged, takenWithoutFlag } from './fields.ts';
import type { FoundOperation } from './find.ts';
import { namedOperations } from './names.ts';

/** Help text of an operation. */
export function operationHelp(
  operation: DescribedOperation,
  { words, named }: Pick<FoundOperation, 'words' | 'named'>,
): string {
  const fields = fieldsOf(operation);
  const taken = takenWithoutFlag(fields, named);
  const usage = ['npx fiducial', words, ...taken.map((name) => name.toUpperCase())].join(' ');
  const options = [
    ...fields.filter(({ name }) => !taken.includes(name)).map((field) => [optionOf(field), meaningOf(field)] as const),
    ...(takesBody(operation)
      ? [['--body JSON', 'the whole body: JSON, a file of JSON or YAML, or - for standard input'] as const]
      : []),
    ...(isPaged(fields) ? [['--all', 'every page of the list'] as const] : []),
    ['--output FILE', 'write the answer to a file'] as const,
    ['--json', 'print the answer as JSON'] as const,
  ];
  const width = Math.max(...options.map(([option]) => option.length)) + 2;
  return [
    `${operation.summary}.`,
    ...(operation.description ? ['', operation.description] : []),
    '',
    `  ${usage}`,
    '',
    ...options.map(([option, meaning]) => `  ${option.padEnd(width)}${meaning}`.trimEnd()),
    '',
    `Calls ${operation.operationId}.`,
  ].join('\n');
}

const optionOf = ({ flag, kind, values }: Field): string =>
  kind === 'boolean' ? `--${flag}, --no-${flag}` : `--${flag} ${values?.join('|') ?? kind.toUpperCase()}`;

const meaningOf = ({ description = '', required }: Field): string =>
  [...(required ? ['needed'] : []), ...(description ? [description.replace(/\s+/g, ' ')] : [])].join('; ');

/** Help lines of the commands that call one operation each. */
export const namedLines = (): string =>
  namedOperations
    .map(({ words, operationId }) => `  ${words.padEnd(24)}${describedOperation(operationId)?.summary ?? ''}`.trimEnd())
    .join('\n');

/** Lists every operation with its summary. */
export const allOperationsHelp = (): string =>
  [
    'Every operation of the API, called by its id; what is in its path is given in that order, all else by flags:',
    '',
    ...describedOperations().map(({ operationId, summary }) => `  ${operationId.padEnd(34)}${summary}`),
    '',
    '  npx fiducial api OPERATION --help says what one takes.',
  ].join('\n');
