import { createFullClient } from '#test/support/stack/full-client.ts';
import type { Caller, World } from './world.ts';

/** A caller who can undo what they have done last. */
export interface Undoing {
  api: Caller['api'];
  /** The ids of the entries that the last answer named as undoable. */
  undoable(): string[];
  /** Undoes an entry, by default the only one of the last answer. */
  undo(auditId?: string): ReturnType<Caller['api']['undoProjectAuditEntry']>;
}

/** The API as a caller sees it in a project, with the entries that its answers name. */
export function undoing(world: World, { token, projectId }: Pick<Caller, 'token' | 'projectId'>): Undoing {
  let named: string | null = null;
  const api = createFullClient({
    baseUrl: world.stack.url,
    token: () => token,
    projectId: () => projectId,
    fetch: async (input, init) => {
      const answer = await fetch(input, init);
      if (init?.method !== 'GET') named = answer.headers.get('undo-entries');
      return answer;
    },
  });
  const undoable = () => (named ? named.split(',').map((entry) => entry.split(';')[0] ?? '') : []);
  return {
    api,
    undoable,
    undo: (auditId = undoable()[0] ?? 'none') =>
      api.undoProjectAuditEntry({ params: { project_id: projectId, audit_id: auditId } }),
  };
}
