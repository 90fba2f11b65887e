/** What a person has just done and can undo: the entries that the last answer of the API named (rule UNDO-2). */
export interface UndoOffer {
  projectId: string;
  /** The entries of one act, in their order. */
  entries: readonly { id: string; action: string }[];
  /** When the last of them was named. */
  at: number;
}

let present: UndoOffer | undefined;
const listeners = new Set<() => void>();

/** Replaces the offer; undefined withdraws it. */
export function setOffer(offer: UndoOffer | undefined): void {
  present = offer;
  for (const listener of listeners) listener();
}

/** The present offer, for `useSyncExternalStore`. */
export const currentOffer = (): UndoOffer | undefined => present;

export function watchOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** One act of a page may be many requests, one after the other. */
const oneActMilliseconds = 5_000;

/**
 * Offers to undo what an answer names, in the project that its request was about; together with what was offered just before, where it is
 * of the same kind.
 */
export function offerFrom(answer: Response, url: string, headers: Record<string, string>, at = Date.now()): void {
  const named = answer.headers.get('undo-entries');
  const projectId = /\/projects\/([^/?]+)\//.exec(`${url}/`)?.[1] ?? headers['x-project-id'];
  if (!named || projectId === undefined) return;
  const entries = named.split(',').map((entry) => {
    const [id = '', action = ''] = entry.trim().split(';');
    return { id, action };
  });
  const offer = { projectId: decodeURIComponent(projectId), entries, at };
  setOffer(present && isOfOneAct(present, offer) ? { ...offer, entries: [...present.entries, ...entries] } : offer);
}

const isOfOneAct = (before: UndoOffer, after: UndoOffer): boolean =>
  before.projectId === after.projectId &&
  after.at - before.at < oneActMilliseconds &&
  new Set([...before.entries, ...after.entries].map(({ action }) => action)).size === 1;
