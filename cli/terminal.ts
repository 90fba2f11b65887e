import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { Failure } from './failure.ts';

/** Shows the current activity on a terminal; the line is erased at the end. */
export interface Progress {
  step(text: string): void;
  end(): void;
}

/** Progress on standard error; silent if it is not a terminal. */
export function createProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  if (!stream.isTTY) return { step: () => undefined, end: () => undefined };
  return { step: (text) => stream.write(`\r\x1b[K${text} ...`), end: () => stream.write('\r\x1b[K') };
}

/** Whether a person can answer questions. */
export const isInteractive = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Asks for one line on the terminal. Input is not echoed if `hidden`. */
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

/** Reads all of standard input, without the final line break. */
export const readStandardInput = async (): Promise<string> => (await readAll(process.stdin)).replace(/\r?\n$/, '');

/** Formats rows as aligned columns; the first row is the heading. */
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
