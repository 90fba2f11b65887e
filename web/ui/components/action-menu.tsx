import { lazy } from 'react';
import { classNames } from '../../values/lib/look/class-names.ts';
import styles from './action-menu.module.css';
import { Button, buttonClass } from './button.tsx';
import { Icon } from './icon.tsx';
import type { MenuEntry } from './opened-menu.tsx';
import { OpenOnPress } from './shell/open-on-press.tsx';

const opened = () => import('./opened-menu.tsx').then((module) => ({ default: module.OpenedMenu }));
const OpenedMenu = lazy(opened);

/** Infrequent actions on something, in a menu behind a quiet button. */
export function ActionMenu(props: {
  label: string;
  entries: readonly MenuEntry[];
  disabledReason?: string | undefined;
}) {
  const { label } = props;
  const content = <Icon name="more" />;
  if (props.disabledReason !== undefined)
    return (
      <Button small variant="quiet" className={styles.trigger} aria-label={label} disabledReason={props.disabledReason}>
        {content}
      </Button>
    );
  const face = {
    label,
    title: label,
    className: classNames(buttonClass({ variant: 'quiet', small: true }), styles.trigger),
    content,
  };
  return (
    <OpenOnPress face={face} load={opened}>
      <OpenedMenu face={face} entries={props.entries} />
    </OpenOnPress>
  );
}
