import { isQid } from '../../../../kernel/rules/ids.ts';
import type { LeftOut } from '../left-out.ts';
import { isObject, kindOf, type Problems } from '../problems.ts';

/** Why values of a device are left out of its topology. */
export const valueReason = 'is not part of a topology; values are imported into a chip';

/** The qubits of a posted topology. */
export interface ReadQubits {
  /** Undefined where only couplings name them. */
  qids: string[] | undefined;
  /** By qid; undefined if they have none. An invalid position stays as given, so that `readTopology` names it. */
  positions: Record<string, unknown> | undefined;
  /** Names by the ids that couplings use, where these differ. */
  nameOf: ReadonlyMap<string, string>;
}

/**
 * Reads qubits as `{ qid: { row, col } }`, as a list of names, or as OQTOPUS lists them:
 * `{ id, physical_id, position: { x, y } }`, where couplings use `id` and the chip has `physical_id`.
 */
export function readQubits(given: unknown, problems: Problems, leftOut: LeftOut): ReadQubits | undefined {
  if (given === undefined || given === null) return { qids: undefined, positions: undefined, nameOf: new Map() };
  if (isObject(given)) return { qids: Object.keys(given), positions: given, nameOf: new Map() };
  if (!Array.isArray(given)) return problems.add('body.qubits', `must be an object or an array, not ${kindOf(given)}`);
  const listed = given.flatMap((entry, index) => readListed(entry, `body.qubits[${index}]`, problems, leftOut) ?? []);
  const seen = new Set<string>();
  for (const [index, { qid }] of listed.entries()) {
    if (seen.has(qid)) problems.add(`body.qubits[${index}]`, `qubit '${qid.slice(0, 80)}' is there twice`);
    seen.add(qid);
  }
  return {
    qids: [...seen],
    positions: positionsOf(listed, problems),
    nameOf: new Map(listed.flatMap(({ id, qid }) => (id === qid ? [] : [[id, qid] as const]))),
  };
}

interface Listed {
  /** As couplings name it. */
  id: string;
  qid: string;
  position: { x: number; y: number } | undefined;
}

const isId = (value: unknown): value is string | number =>
  (typeof value === 'string' && isQid(value)) || (Number.isSafeInteger(value) && Number(value) >= 0);

function readListed(entry: unknown, path: string, problems: Problems, leftOut: LeftOut): Listed | undefined {
  if (isId(entry)) return { id: String(entry), qid: String(entry), position: undefined };
  if (!isObject(entry)) return problems.add(path, 'must be the id of a qubit, or an object with one');
  const { id, physical_id = id, position } = entry;
  for (const field of Object.keys(entry))
    if (field !== 'id' && field !== 'physical_id' && field !== 'position')
      leftOut.add(`${path}.${field.slice(0, 80)}`, valueReason);
  if (!isId(id)) return problems.add(`${path}.id`, 'cannot be the id of a qubit');
  if (!isId(physical_id)) return problems.add(`${path}.physical_id`, 'cannot be the id of a qubit');
  const named = { id: String(id), qid: String(physical_id) };
  if (position === undefined || position === null) return { ...named, position: undefined };
  const { x, y } = isObject(position) ? position : {};
  if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y))
    return problems.add(`${path}.position`, 'must have the numbers x and y');
  return { ...named, position: { x, y } };
}

/** Rows and columns by the order of the coordinates, since a map has whole ones; y grows upwards, rows downwards. */
function positionsOf(listed: readonly Listed[], problems: Problems): Record<string, unknown> | undefined {
  const placed = listed.flatMap(({ qid, position }) => (position ? [{ qid, ...position }] : []));
  if (placed.length === 0) return undefined;
  if (placed.length < listed.length)
    return problems.add(
      'body.qubits',
      `must all have a position, or none; ${placed.length} of ${listed.length} have one`,
    );
  const columns = ranks(placed.map(({ x }) => x));
  const rows = ranks(placed.map(({ y }) => -y));
  return Object.fromEntries(placed.map(({ qid, x, y }) => [qid, { row: rows(-y), col: columns(x) }]));
}

/** Numbers closer than this share of their whole range are one place, for coordinates are rounded. */
const sameShare = 1e-6;

/** The place of a number among the different ones of a list, from 0. */
function ranks(values: readonly number[]): (value: number) => number {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const span = (sorted.at(-1) ?? 0) - (sorted[0] ?? 0);
  const rankOf = new Map<number, number>();
  let rank = -1;
  let previous = Number.NEGATIVE_INFINITY;
  for (const value of sorted) {
    if (value - previous > span * sameShare) rank += 1;
    rankOf.set(value, rank);
    previous = value;
  }
  return (value) => rankOf.get(value) ?? 0;
}
