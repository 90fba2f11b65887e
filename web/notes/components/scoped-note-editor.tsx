import { useTimeZone } from '../../ui/lib/api/time-zone.ts';
import type { ScopedNote } from '../../ui/lib/api/wire.ts';
import { isOwn, matchOf, scopeQuery, scopeText, type WireScope } from '../lib/scope.ts';
import type { NoteSubject } from '../lib/writes.ts';
import { NoteEditor } from './note-editor.tsx';

// Needed only by those who write.
const writes = () => import('../lib/writes.ts');

/** The note of a chip or target, written into the scope of the view, which is shown next to it. */
export function ScopedNoteEditor(props: {
  subject: NoteSubject;
  name: string;
  empty: string;
  note: ScopedNote;
  scope: WireScope;
  refetch: () => Promise<ScopedNote>;
  shortcut?: string;
  closesOn?: readonly string[];
}) {
  const { subject, note, scope } = props;
  const timeZone = useTimeZone();
  const query = scopeQuery(scope);
  const editable = (shown: ScopedNote) => ({ ...shown, etag: matchOf(shown, scope) });
  return (
    <NoteEditor
      name={props.name}
      empty={props.empty}
      note={editable(note)}
      chipId={subject.chipId}
      thing={{ chip: subject.chipId, ...(subject.of === 'target' && { kind: subject.kind, target: subject.id }) }}
      about={scopeText(note, timeZone)}
      savedTo={scopeText(scope, timeZone)}
      write={async (content, etag) => (await writes()).saveNote(subject, query, content, etag)}
      remove={isOwn(note, scope) ? async (etag) => (await writes()).deleteNote(subject, query, etag) : undefined}
      refetch={async () => editable(await props.refetch())}
      {...(props.shortcut && { shortcut: props.shortcut })}
      {...(props.closesOn && { closesOn: props.closesOn })}
    />
  );
}
