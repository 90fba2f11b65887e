import type { RowGroup, SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Cell, CellType, Column, TableWriter } from '../../../rules/export/table.ts';

/** Rows of a group: a reader holds a column of a group at a time, and so does this. */
const groupRows = 50_000;

const types: Record<CellType, Omit<SchemaElement, 'name'>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  instant: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  number: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
};

/** What is kept of a file between two processes. */
interface ParquetState {
  ready: Uint8Array;
  offset: number;
  rowGroups: RowGroup[];
  rowCount: bigint;
  waiting: Cell[][];
}

/** Gives away what it has written, and counts on. */
class GivingWriter extends ByteWriter {
  give(): Uint8Array {
    const bytes = this.getBytes().slice();
    this.index = 0;
    return bytes;
  }
}

/** Rows as Parquet: instants in milliseconds of UTC, texts by dictionary where they repeat, every column may be null. */
export function parquetWriter(columns: readonly Column[], kept?: unknown): TableWriter {
  const schema: SchemaElement[] = [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, type }) => ({ name, repetition_type: 'OPTIONAL' as const, ...types[type] })),
  ];
  const bytes = new GivingWriter();
  const writer = new ParquetWriter({ writer: bytes, schema, createdBy: 'fiducial', statistics: false });
  let waiting: Cell[][] = [];
  if (kept !== undefined) {
    const state = kept as ParquetState;
    bytes.give();
    bytes.appendBytes(state.ready);
    bytes.offset = state.offset;
    writer.row_groups = state.rowGroups;
    writer.num_rows = state.rowCount;
    waiting = state.waiting;
  }
  const write = (rows: readonly (readonly Cell[])[]) => {
    if (rows.length === 0) return;
    const columnData = columns.map(({ name, type }, n) => ({
      name,
      data: rows.map((row) => parquetCell(type, row[n] ?? null)),
      offsetIndex: false,
    }));
    void writer.write({ columnData, rowGroupSize: rows.length });
  };
  return {
    add: (rows) => {
      for (const row of rows) waiting.push([...row]);
      for (; waiting.length >= groupRows; waiting = waiting.slice(groupRows)) write(waiting.slice(0, groupRows));
    },
    get readyBytes() {
      return bytes.index;
    },
    take: () => bytes.give(),
    finish: () => {
      write(waiting);
      waiting = [];
      void writer.finish();
    },
    state: (): ParquetState => ({
      ready: bytes.getBytes().slice(),
      offset: bytes.offset,
      rowGroups: writer.row_groups,
      rowCount: writer.num_rows,
      waiting,
    }),
  };
}

const parquetCell = (type: CellType, cell: Cell): Cell | Date =>
  type === 'instant' && typeof cell === 'string' ? new Date(cell) : cell;
