/** What a part of some work did: numbers by what they count. */
export type Counts = Readonly<Record<string, number>>;

/**
 * One kind of due work. The entries that are due name the work and decide nothing: their receiver reads the table
 * again, so that an entry may be carried out twice, late, or at the same time as another.
 */
export interface WorkKind<C, Entry = unknown> {
  /** What is due, a page at a time. */
  due(ctx: C): AsyncIterable<readonly Entry[]>;
  /** The project or the person that an entry belongs to. */
  tenantOf(entry: Entry): string;
  /** The run that an entry is of, for its trace. */
  runOf?(entry: Entry): { executionId: string; flowRunId: string };
  /** Tenants are people, whose work counts for no project. */
  isOfPeople?: boolean;
  /** Entries with the same owner are carried out together, in their order; the tenant by default. */
  ownerOf?(entry: Entry): string;
  /** Most entries of one message. */
  most: number;
  /** There may be thousands at once, which others need not wait for. */
  isBulk?: boolean;
  /** Carries out entries of one owner until a time, and leaves the rest to the next look. */
  carryOut(ctx: C, entries: readonly Entry[], until: Date): Promise<Counts>;
}

/** Kinds by their names, which messages have. */
export type WorkKinds<C> = Readonly<Record<string, WorkKind<C>>>;

/** Of the entries of one kind, so that kinds of other entries may be in one list. */
export const workKind = <C, Entry>(kind: WorkKind<C, Entry>): WorkKind<C> => kind as WorkKind<C>;

/** How many entries failed. Their errors are in the log, with their projects. */
export const failuresIn = (counts: Counts): number =>
  Object.entries(counts).reduce((sum, [name, count]) => (name.startsWith('failed') ? sum + count : sum), 0);

/** Sums by name. */
export function sumOf(parts: readonly Counts[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const part of parts) for (const [name, count] of Object.entries(part)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
