/** What a person has just done and can undo: the entries that the last answer of the API named (rule UNDO-2). */
export interface UndoOffer {
  projectId: string;
  /** The entries of one request, in their order. */
  entries: readonly { id: string; action: string }[];
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

/** Offers to undo what an answer names, in the project that its request was about. */
export function offerFrom(answer: Response, url: string, headers: Record<string, string>): void {
  const named = answer.headers.get('undo-entries');
  const projectId = /\/projects\/([^/?]+)\//.exec(`${url}/`)?.[1] ?? headers['x-project-id'];
  if (!named || projectId === undefined) return;
  const entries = named.split(',').map((entry) => {
    const [id = '', action = ''] = entry.trim().split(';');
    return { id, action };
  });
  setOffer({ projectId: decodeURIComponent(projectId), entries });
}
