/** Where a qubit is drawn: whole numbers from 0, row 0 at the top, column 0 at the left. */
export type Position = { row: number; col: number };

/**
 * How a topology is laid out; `free` if no regular lattice was found, `list` if no drawing fits its couplings: then the
 * positions are rows of qubits in their order, and do not show the couplings.
 */
export const LAYOUT_TYPES = ['grid', 'hex', 'linear', 'ring', 'star', 'circle', 'free', 'list'] as const;
export type LayoutType = (typeof LAYOUT_TYPES)[number];

/**
 * The qubits of a chip type, their positions, and the couplings between them.
 *
 * `couplings` has one record an edge (rule CHIP-10). In an undirected topology (`directed: false`) a pair is [smaller,
 * larger]; every generated one is undirected, also the square lattices whose cross-resonance drive has a direction:
 * that direction is a rule (`directionConvention`), not a second edge, and `controlTargetPairs` applies it for clients
 * that expect [control, target]. A directed topology (`directed: true`) comes from an import whose gates exist in one
 * direction: then a pair is the coupling id's order, control first for every edge with a direction.
 */
export type Topology = {
  topologyId: string;
  name: string;
  description: string;
  layoutType: LayoutType;
  /** The larger of the number of rows and the number of columns. */
  gridSize: number;
  numQubits: number;
  /** Qubits of a square block that is drawn and read out together, or null where the layout has none. */
  muxSize: number | null;
  /** The qids of each readout line, where they are stated; else a chip has lines of `muxSize`, or 4, in order (rule CHIP-7). */
  readoutLines?: string[][] | undefined;
  /** Name of the rule that gives the control of each pair, such as `checkerboard_cr`, or null. */
  directionConvention: string | null;
  qubits: Record<string, Position>;
  couplings: [string, string][];
  directed: boolean;
};
