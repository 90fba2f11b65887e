/**
 * Kinds of what is measured on a chip. Qubits and couplings are the topology of a chip; the other kinds are its elements, which
 * exist once something is known of them (docs/decisions/0044).
 */
export const TARGET_KINDS = ['qubit', 'coupling', 'coupler', 'gate', 'chain'] as const;

export type TargetKind = (typeof TARGET_KINDS)[number];

/** Kinds of the topology: tasks and notes are of these alone. */
export const LATTICE_KINDS = ['qubit', 'coupling'] as const satisfies readonly TargetKind[];

export type LatticeKind = (typeof LATTICE_KINDS)[number];

/**
 * `coupler`: a tunable coupler, its id that of its pair. `gate`: a gate of three or more qubits, its id the qids in the order of
 * the gate, joined by `-`. `chain`: the best chain of so many qubits, its id that number.
 */
export const ELEMENT_KINDS = ['coupler', 'gate', 'chain'] as const satisfies readonly TargetKind[];

export type ElementKind = (typeof ELEMENT_KINDS)[number];

export const isElementKind = (kind: TargetKind): kind is ElementKind => kind !== 'qubit' && kind !== 'coupling';

/** Whether the id of a kind is that of a pair of qubits, in either order. */
export const isOfPair = (kind: TargetKind): boolean => kind === 'coupling' || kind === 'coupler';

/** One value a kind. */
export const byKind = <T>(make: (kind: TargetKind) => T): Record<TargetKind, T> =>
  Object.fromEntries(TARGET_KINDS.map((kind) => [kind, make(kind)])) as Record<TargetKind, T>;

/** A kind as a title: `Coupler`. */
export const kindTitle = (kind: TargetKind): string => kind.charAt(0).toUpperCase() + kind.slice(1);

/** A target among those of all kinds: its kind and its id, such as `qubit 3`. */
export const targetName = ({ kind, id }: { kind: TargetKind; id: string }): string => `${kind} ${id}`;
