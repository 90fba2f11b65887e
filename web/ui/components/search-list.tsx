import { type ReactNode, useId, useState } from 'react';
import { classNames } from '../../values/lib/look/class-names.ts';
import styles from './search-list.module.css';

export interface SearchOption {
  key: string;
  label: string;
  /** Said after the label, quieter: an age, what kind of thing it is. */
  note?: ReactNode;
  /** The heading of its group; options of one group follow each other. */
  group?: string;
  isCurrent?: boolean;
  choose: () => void;
}

/**
 * A field to type in and the options that are left, as one combobox: the arrows move through the options while the
 * field keeps the focus, Enter chooses.
 */
export function SearchList(props: {
  label: string;
  placeholder?: string;
  text: string;
  onText: (text: string) => void;
  options: readonly SearchOption[];
  /** Shown if there are no options. */
  empty: ReactNode;
}) {
  const id = useId();
  const [active, setActive] = useState(0);
  const { options } = props;
  const at = Math.min(active, options.length - 1);
  const optionId = (index: number) => `${id}-${index}`;
  const move = (index: number) => {
    const next = (index + options.length) % Math.max(options.length, 1);
    setActive(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  };
  const byKey: Record<string, () => void> = {
    ArrowDown: () => move(at + 1),
    ArrowUp: () => move(at - 1),
    Enter: () => options[at]?.choose(),
  };
  const groups = groupsOf(options);
  return (
    <div className={styles.search}>
      <input
        className={styles.input}
        role="combobox"
        aria-label={props.label}
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={id}
        aria-activedescendant={options.length > 0 ? optionId(at) : undefined}
        placeholder={props.placeholder}
        autoComplete="off"
        spellCheck={false}
        value={props.text}
        onChange={(event) => {
          setActive(0);
          props.onText(event.target.value);
        }}
        onKeyDown={(event) => {
          const act = byKey[event.key];
          if (!act || event.nativeEvent.isComposing) return;
          event.preventDefault();
          act();
        }}
      />
      <div className={styles.list} id={id} role="listbox" aria-label={props.label}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
          <div key={group.first} role="group" aria-label={group.label}>
            {group.label !== undefined && (
              <div className={styles.group} aria-hidden="true">
                {group.label}
              </div>
            )}
            {group.options.map((option, offset) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys
              <div
                key={option.key}
                id={optionId(group.first + offset)}
                role="option"
                // The field keeps the focus: it points at the option.
                tabIndex={-1}
                aria-selected={group.first + offset === at}
                aria-current={option.isCurrent || undefined}
                className={classNames(styles.option, group.first + offset === at && styles.active)}
                onPointerMove={() => setActive(group.first + offset)}
                onPointerDown={(event) => event.preventDefault()}
                onClick={option.choose}
              >
                <span className={styles.label}>{option.label}</span>
                {option.note !== undefined && <span className={styles.note}>{option.note}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className={options.length === 0 ? styles.empty : 'visually-hidden'} role="status">
        {options.length === 0 ? props.empty : ''}
      </p>
    </div>
  );
}

interface Group {
  label: string | undefined;
  /** Index of its first option among all. */
  first: number;
  options: SearchOption[];
}

function groupsOf(options: readonly SearchOption[]): Group[] {
  const groups: Group[] = [];
  options.forEach((option, index) => {
    const last = groups.at(-1);
    if (last && last.label === option.group) last.options.push(option);
    else groups.push({ label: option.group, first: index, options: [option] });
  });
  return groups;
}
