import { Menu } from '@base-ui/react/menu';
import { classNames } from '../../values/lib/look/class-names.ts';
import styles from './action-menu.module.css';
import menu from './shell/menu.module.css';
import type { Face } from './shell/open-on-press.tsx';
import { MenuPopup } from './shell/shell-menu.tsx';

export interface MenuEntry {
  label: string;
  /** Cannot be undone; placed last. */
  danger?: boolean;
  onClick: () => void;
}

/** The menu of `ActionMenu`, open when it is first drawn. */
export function OpenedMenu({ face, entries }: { face: Face; entries: readonly MenuEntry[] }) {
  return (
    <Menu.Root modal={false} defaultOpen>
      <Menu.Trigger className={face.className} aria-label={face.label} title={face.title}>
        {face.content}
      </Menu.Trigger>
      <MenuPopup label={face.label} side="bottom" align="end" className={styles.popup}>
        {entries.map(({ label, danger, onClick }) => (
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
