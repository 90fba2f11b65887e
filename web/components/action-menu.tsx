import { Menu } from '@base-ui/react/menu';
import { classNames } from '../lib/look/class-names.ts';
import styles from './action-menu.module.css';
import { Button, buttonClass } from './button.tsx';
import { Icon } from './icon.tsx';
import menu from './shell/menu.module.css';
import { MenuPopup } from './shell/shell-menu.tsx';

export interface MenuEntry {
  label: string;
  /** Cannot be undone; placed last. */
  danger?: boolean;
  onClick: () => void;
}

/** Infrequent actions on something, in a menu behind a quiet button. */
export function ActionMenu(props: {
  label: string;
  entries: readonly MenuEntry[];
  disabledReason?: string | undefined;
}) {
  const sign = <Icon name="more" />;
  if (props.disabledReason !== undefined)
    return (
      <Button
        small
        variant="quiet"
        className={styles.trigger}
        aria-label={props.label}
        disabledReason={props.disabledReason}
      >
        {sign}
      </Button>
    );
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        className={classNames(buttonClass({ variant: 'quiet', small: true }), styles.trigger)}
        aria-label={props.label}
        title={props.label}
      >
        {sign}
      </Menu.Trigger>
      <MenuPopup label={props.label} side="bottom" align="end" className={styles.popup}>
        {props.entries.map(({ label, danger, onClick }) => (
          <Menu.Item
            key={label}
            className={classNames(menu.item, styles.item, danger && styles.danger)}
            onClick={onClick}
          >
            {label}
          </Menu.Item>
        ))}
      </MenuPopup>
    </Menu.Root>
  );
}
