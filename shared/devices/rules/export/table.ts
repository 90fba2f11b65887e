import { type CsvField, toCsv } from './csv.ts';

export type CellType = 'text' | 'instant' | 'number' | 'flag';

/** A column of a table; its name ends with the unit. */
export interface Column {
  name: string;
  type: CellType;
}

/** What a cell holds: null for nothing. An instant is a text of ISO 8601. */
export type Cell = string | number | boolean | null;

/** Writes rows as bytes. What it is at can be kept between two processes. */
export interface TableWriter {
  add(rows: readonly (readonly Cell[])[]): void;
  /** Bytes that are ready, without those of rows that wait for others. */
  readonly readyBytes: number;
  /** Takes what is ready. */
  take(): Uint8Array;
  /** Makes everything ready. */
  finish(): void;
  /** What has to be kept to go on: nothing that was taken. */
  state(): unknown;
}

/** Rows as CSV after RFC 4180 in UTF-8, the names of the columns first. */
export function csvWriter(columns: readonly Column[], kept?: unknown): TableWriter {
  let ready: Uint8Array[] = [];
  let readyBytes = 0;
  const push = (rows: readonly (readonly CsvField[])[]) => {
    const bytes = Buffer.from(toCsv(rows));
    ready.push(bytes);
    readyBytes += bytes.length;
  };
  if (kept === undefined) push([columns.map(({ name }) => name)]);
  else {
    ready = [kept as Uint8Array];
    readyBytes = ready[0]?.length ?? 0;
  }
  return {
    add: push,
    get readyBytes() {
      return readyBytes;
    },
    take: () => {
      const bytes = Buffer.concat(ready);
      ready = [];
      readyBytes = 0;
      return bytes;
    },
    finish: () => undefined,
    state: () => Buffer.concat(ready),
  };
}
