/** A position in a source, from 1. */
export interface SourcePosition {
  line: number;
  column: number;
}

/** What is wrong with a flow: one sentence that says what would be right, and where. */
export interface FlowProblem {
  /** Null where no place of the source is at fault. */
  place: SourcePosition | null;
  message: string;
  /** Of the document, such as `stages.0.tasks.1`, or of a run's parameters, such as `parameters.qids.0`. */
  path: string;
}

/** The problem as one line, after its place if it has one. */
export const problemSentence = ({ place, message }: FlowProblem): string =>
  place ? `line ${place.line}, column ${place.column}: ${message}` : message;

/** In the order of the source; those without a place last. */
export function inSourceOrder(problems: readonly FlowProblem[]): FlowProblem[] {
  const rank = ({ place }: FlowProblem) => (place ? place.line * 1e6 + place.column : Number.POSITIVE_INFINITY);
  return problems.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}
