import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { Failure } from './failure.ts';

/** Shows what is being done, on a terminal only; the line is wiped at the end. */
export interface Progress {
  step(text: string): void;
  end(): void;
}

/** Progress on standard error; silent where that is no terminal. */
export function createProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  if (!stream.isTTY) return { step: () => undefined, end: () => undefined };
  return { step: (text) => stream.write(`\r\x1b[K${text} ...`), end: () => stream.write('\r\x1b[K') };
}

/** Whether a person can be asked. */
export const isInteractive = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Asks for one line on the terminal; what is typed is not shown when it is `hidden`. */
export async function prompt(question: string, { hidden = false } = {}): Promise<string> {
  let muted = false;
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      if (!muted) process.stderr.write(chunk);
      done();
    },
  });
  const reader = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      const stop = () => reject(new Failure('Stopped.'));
      reader.once('SIGINT', stop);
      reader.once('close', stop);
      reader.question(question).then(resolve, reject);
      muted = hidden;
    });
  } finally {
    reader.close();
    if (hidden) process.stderr.write('\n');
  }
}

/** Everything on standard input, without the line break at its end. */
export const readStandardInput = async (): Promise<string> => (await readAll(process.stdin)).replace(/\r?\n$/, '');

/** Prints rows as columns; the first row is the heading. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
