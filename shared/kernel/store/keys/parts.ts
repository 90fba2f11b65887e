/**
 * The parts that keys are made of (rule STORE-2): ids encoded so that they can neither forge a separator nor collide
 * with another entity's key. `P` = `P#<project_id>`, `C` = `P#<project_id>#C#<chip_id>`.
 */

import {
  ELEMENT_KINDS,
  type ElementKind,
  isElementKind,
  type LatticeKind,
  type TargetKind,
} from '../../../chips/rules/target-kinds.ts';

/** Primary key of an item. */
export interface Key {
  pk: string;
  sk: string;
}

/** Encodes one id part: `#` cannot occur in the result. */
export const encodePart = (text: string): string => text.replace(/%/g, '%25').replace(/#/g, '%23');

/** The inverse of `encodePart`. */
export const decodePart = (text: string): string => text.replace(/%23/g, '#').replace(/%25/g, '%');

const canonicalNumber = /^(0|[1-9]\d{0,3})$/;

/** Encodes a qid: a canonical number of up to four digits is padded so that keys sort in numeric order. */
export const encodeQid = (qid: string): string =>
  canonicalNumber.test(qid) ? qid.padStart(4, '0') : `~${encodePart(qid)}`;

/** The inverse of `encodeQid`. */
export const decodeQid = (text: string): string =>
  text.startsWith('~') ? decodePart(text.slice(1)) : String(Number(text));

const numericPair = /^(0|[1-9]\d{0,3})-(0|[1-9]\d{0,3})$/;

/** Encodes a coupling id so that pairs of numbers sort in numeric order. */
export function encodeCouplingId(id: string): string {
  const pair = numericPair.exec(id);
  return pair ? `${pair[1]?.padStart(4, '0')}-${pair[2]?.padStart(4, '0')}` : `~${encodePart(id)}`;
}

/** The inverse of `encodeCouplingId`. */
export function decodeCouplingId(text: string): string {
  if (text.startsWith('~')) return decodePart(text.slice(1));
  return text
    .split('-')
    .map((part) => String(Number(part)))
    .join('-');
}

/** A qubit, a coupling or an element of a chip. */
export interface TargetRef {
  kind: TargetKind;
  id: string;
}

/** A qubit or a coupling: what tasks and notes are of. */
export interface LatticeRef {
  kind: LatticeKind;
  id: string;
}

/**
 * An element as it is stored: a coupling whose id holds a `/`, which no qid has. Versions that know qubits and couplings alone
 * read it as one more coupling (docs/decisions/0044).
 */
export const storedTarget = (target: TargetRef): TargetRef =>
  isElementKind(target.kind) ? { kind: 'coupling', id: `${target.kind}/${target.id}` } : target;

const storedElement = new RegExp(`^(${ELEMENT_KINDS.join('|')})/(.+)$`, 's');

/** The inverse of `storedTarget`. */
export function targetOfStored(stored: TargetRef): TargetRef {
  if (stored.kind !== 'coupling' || !stored.id.includes('/')) return stored;
  const [, kind, id] = storedElement.exec(stored.id) ?? [];
  return id === undefined ? stored : { kind: kind as ElementKind, id };
}

/** Partition of a project, and the beginning of every other partition that is its own. */
export const project = (projectId: string): string => `P#${encodePart(projectId)}`;

/** Partition of a chip, and the beginning of every other partition that is its own. */
export const chip = (projectId: string, chipId: string): string => `${project(projectId)}#C#${encodePart(chipId)}`;

/** Encodes a target as one part of a key: `Q~` or `C~` and its id; an element as it is stored. */
export const encodeTarget = (target: TargetRef): string =>
  target.kind === 'qubit' ? `Q~${encodeQid(target.id)}` : `C~${encodeCouplingId(storedTarget(target).id)}`;

/** The inverse of `encodeTarget`. @returns undefined for another text */
export function decodeTarget(text: string): TargetRef | undefined {
  if (text.startsWith('Q~')) return { kind: 'qubit', id: decodeQid(text.slice(2)) };
  if (text.startsWith('C~')) return targetOfStored({ kind: 'coupling', id: decodeCouplingId(text.slice(2)) });
  return undefined;
}
