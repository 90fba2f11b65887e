import { compareQids } from '../../../../chips/rules/coupling-id.ts';
import type { Position } from '../../../../chips/rules/topology/types.ts';

const GRID_QUBIT = /^q?\(?\s*(\d{1,3})\s*[_,]\s*(\d{1,3})\s*\)?$/;

/** A qubit of Google's grid: its place, and `<row>_<column>` as its qid. */
export interface GridQubit extends Position {
  qid: string;
}

/** Reads `3_2`, `q3_2` and `q(3, 2)`; undefined for what names no qubit. */
export function readGridQubit(text: string): GridQubit | undefined {
  const [, row, col] = GRID_QUBIT.exec(text.trim()) ?? [];
  if (row === undefined || col === undefined) return undefined;
  return { qid: `${Number(row)}_${Number(col)}`, row: Number(row), col: Number(col) };
}

/** Order of qids by their place, row by row. */
export function compareGridQubits(a: GridQubit, b: GridQubit): number {
  return a.row - b.row || a.col - b.col || compareQids(a.qid, b.qid);
}
