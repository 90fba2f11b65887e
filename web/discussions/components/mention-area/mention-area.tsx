import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useId, useLayoutEffect, useRef, useState } from 'react';
import { AreaField } from '../../../ui/components/field.tsx';
import { membersQuery } from '../../../ui/lib/api/queries.ts';
import { currentProject } from '../../../ui/lib/api/session.ts';
import {
  completeMention,
  type MentionTyping,
  mentionTyped,
  peopleFor,
} from '../../../ui/lib/markdown/mention-typing.ts';
import styles from './mention-area.module.css';

/**
 * A text of several lines that offers the members of the project behind an `@`: the arrows move through them while the text keeps
 * the focus, Enter and Tab choose, Escape closes. Ctrl or Cmd Enter sends the form.
 */
export function MentionArea({
  onText,
  value,
  ...area
}: Omit<ComponentProps<typeof AreaField>, 'onChange' | 'value'> & { value: string; onText: (text: string) => void }) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState<MentionTyping>();
  const [active, setActive] = useState(0);
  const [caret, setCaret] = useState<number>();
  const project = currentProject();
  const members = useQuery({ ...membersQuery(project ?? ''), enabled: typed !== undefined && project !== undefined });
  const people = typed
    ? peopleFor(
        (members.data ?? []).filter(({ status }) => status === 'active'),
        typed.letters,
      )
    : [];
  const chosen = people[Math.min(active, people.length - 1)];
  useLayoutEffect(() => {
    if (caret === undefined) return;
    field.current?.setSelectionRange(caret, caret);
    setCaret(undefined);
  }, [caret]);
  const look = (element: HTMLTextAreaElement) => {
    const { value: text, selectionStart, selectionEnd } = element;
    setTyped(selectionStart === selectionEnd ? mentionTyped(text, selectionStart) : undefined);
  };
  const choose = (name: string) => {
    if (!typed || !field.current) return;
    const next = completeMention(value, field.current.selectionStart, typed, name);
    onText(next.text);
    setCaret(next.caret);
    setTyped(undefined);
  };
  const byKey: Record<string, () => void> = {
    ArrowDown: () => setActive((Math.min(active, people.length - 1) + 1) % people.length),
    ArrowUp: () => setActive((Math.min(active, people.length - 1) + people.length - 1) % people.length),
    Enter: () => chosen && choose(chosen.username),
    Tab: () => chosen && choose(chosen.username),
    Escape: () => setTyped(undefined),
  };
  return (
    <div className={styles.area}>
      <AreaField
        {...area}
        ref={field}
        value={value}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={chosen && id}
        aria-activedescendant={chosen && `${id}-${chosen.username}`}
        onChange={(event) => {
          onText(event.target.value);
          setActive(0);
          look(event.target);
        }}
        onSelect={(event) => look(event.currentTarget)}
        onBlur={() => setTyped(undefined)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            // Like a press: a disabled button does nothing.
            event.currentTarget.form?.querySelector<HTMLElement>('button[type="submit"]')?.click();
            return;
          }
          const act = byKey[event.key];
          if (!chosen || !act || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.stopPropagation();
          act();
        }}
      />
      {chosen && (
        <div className={styles.people} id={id} role="listbox" aria-label="People to mention">
          {people.map((person) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys
            <div
              key={person.username}
              id={`${id}-${person.username}`}
              role="option"
              // The field keeps the focus: it points at the option.
              tabIndex={-1}
              aria-selected={person === chosen}
              className={styles.person}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(person.username)}
            >
              <strong>@{person.username}</strong> {person.full_name}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
