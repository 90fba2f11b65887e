import type { NotesSummary, ScopedNote } from '../../ui/lib/api/wire.ts';
import { formatPlanned } from '../../ui/lib/format/time.ts';

/** A scope on the wire: of a note, or the one that a summary was read under. */
export type WireScope = NotesSummary['scope'];

/** A scope as a request names it; empty for none. */
export type ScopeQuery = { cooldown_id?: string; start_at?: string; end_at?: string };

/** What a request says to mean this scope. */
export function scopeQuery(scope: WireScope): ScopeQuery {
  if (scope.cooldown_id !== null) return { cooldown_id: scope.cooldown_id };
  if (scope.scope_type === 'time_range' && scope.scope_started_at !== null && scope.scope_ended_at !== null)
    return { start_at: scope.scope_started_at, end_at: scope.scope_ended_at };
  return {};
}

/** A scope in words, such as `cool-down cd-1`. */
export function scopeText(scope: WireScope, timeZone: string): string {
  if (scope.scope_type === 'cooldown') return `cool-down ${scope.cooldown_id}`;
  if (scope.scope_type === 'time_range' && scope.scope_started_at !== null && scope.scope_ended_at !== null)
    return `time from ${formatPlanned(scope.scope_started_at, timeZone)} to ${formatPlanned(scope.scope_ended_at, timeZone)}`;
  return 'all cool-downs (global)';
}

/** A target, chip or metric that was never noted. */
export const noNote: ScopedNote = {
  content: '',
  updated_by: '',
  updated_at: null,
  etag: '"0"',
  scope_type: null,
  scope_key: null,
  cooldown_id: null,
  scope_started_at: null,
  scope_ended_at: null,
  scope_source: null,
};

/**
 * What `If-Match` says when a shown note is written over in a scope. A global note that is only shown underneath a
 * cool-down (rule NOTE-4) stays: the cool-down's own must not be there yet.
 */
export const matchOf = (note: ScopedNote, scope: WireScope): string =>
  note.scope_type === 'global' && scope.scope_type !== 'global' ? noNote.etag : note.etag;

/** Whether a shown note is in exactly the scope that is written to, and so can be deleted there. */
export const isOwn = (note: ScopedNote, scope: WireScope): boolean =>
  note.updated_at !== null && note.scope_key === scope.scope_key;
