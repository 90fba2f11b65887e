import { undirectedCouplingId } from '#shared/chips/rules/coupling-id.ts';
import { targetLabel } from '../../../values/lib/metrics/cells.ts';
import type { Destination } from '../navigation/places.ts';
import type { PalettePage } from './pages.ts';

/** The state that decides which commands the palette offers: existing things, and the user's permissions. */
export interface PaletteContext {
  /** The chip to use if the command names none. */
  chipId: string | undefined;
  chips: readonly string[];
  /** The qubits and couplings of that chip; undefined until they are known, and for a chip without a topology. */
  targets: { qubits: ReadonlySet<string>; couplings: ReadonlySet<string> } | undefined;
  metrics: Record<'qubit' | 'coupling', readonly { key: string; title: string }[]>;
  flows: readonly string[];
  /** Members of the project; their names may be empty. */
  people: readonly { username: string; name: string }[];
  /** Tasks that leave figures of qubits or couplings. */
  tasks: readonly string[];
  /** The newest runs, the latest first. */
  runs: readonly { id: string; what: string }[];
  /** Pages in the order in which they are listed. */
  pages: readonly PalettePage[];
  /** The calendar's yesterday and the day a week ago, `YYYY-MM-DD` in the zone of the pages. */
  yesterday: string;
  weekAgo: string;
  /** Whether runs may be started. */
  mayWrite: boolean;
}

/** What choosing a command does: it leads somewhere, or opens the start of a run on qubits. */
export type PaletteAction = { go: Destination } | { measure: { chipId: string; qubits: readonly string[] } };

export interface Command {
  /** Names it among all; two ways to write one command have the same. */
  key: string;
  group: 'Pages' | 'Metrics' | 'Chips' | 'Targets' | 'Runs' | 'Flows' | 'People' | 'Actions' | 'Notes';
  label: string;
  action: PaletteAction;
}

/** A command that leads somewhere. */
export const goCommand = (group: Command['group'], label: string, go: Destination): Command => ({
  key: JSON.stringify(go),
  group,
  label,
  action: { go },
});

/** A target in its typed form: `q45`, `45`, `q0-q7`, `0-7`. */
export interface TypedTarget {
  kind: 'qubit' | 'coupling';
  id: string;
}

/** Reads a target; of a chip whose targets are known only one that is there, and a coupling in either direction. */
export function readTarget(word: string, targets: PaletteContext['targets']): TypedTarget | undefined {
  const [, first, second] = /^q?(\d+)(?:-q?(\d+))?$/i.exec(word) ?? [];
  if (first === undefined) return undefined;
  const qubit = String(Number(first));
  if (second === undefined) return targets && !targets.qubits.has(qubit) ? undefined : { kind: 'qubit', id: qubit };
  const id = undirectedCouplingId(qubit, String(Number(second)));
  return targets && !targets.couplings.has(id) ? undefined : { kind: 'coupling', id };
}

/** How a target is named on pages. */
export const targetName = ({ kind, id }: TypedTarget): string => targetLabel(kind, id);
