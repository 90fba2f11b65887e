import { usageError } from './failure.ts';

/** A parsed `compare-qdash` command. */
export interface CompareQdashCommand {
  name: 'compare-qdash';
  address: string;
  chipId: string | undefined;
  reads: number;
  /** Reads per second of each service. */
  rate: number;
  /** Examples of each group of differences. */
  examples: number;
  json: boolean;
}

/**
 * Parses `compare-qdash`.
 * @throws Failure with exit code 2.
 */
export function compareCommand(
  values: Partial<Record<'chip' | 'reads' | 'rate' | 'examples', string | undefined>>,
  [address, stray]: readonly string[],
  json: boolean,
): CompareQdashCommand {
  if (address === undefined) throw usageError("'compare-qdash' needs the address of QDash's API.");
  if (stray !== undefined) throw usageError(`'compare-qdash' takes no argument '${stray}'.`);
  return {
    name: 'compare-qdash',
    address,
    chipId: values.chip,
    reads: numberOf('reads', values.reads ?? '1000', 1, 10_000),
    rate: numberOf('rate', values.rate ?? '10', 1, 100),
    examples: numberOf('examples', values.examples ?? '3', 1, 100),
    json,
  };
}

function numberOf(option: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw usageError(`--${option} takes a number from ${min} to ${max}, not '${text}'.`);
}
