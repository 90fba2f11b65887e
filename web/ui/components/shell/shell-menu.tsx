import { Menu } from '@base-ui/react/menu';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classNames } from '../../../values/lib/look/class-names.ts';
import type { Destination } from '../../lib/navigation/places.ts';
import { Icon } from '../icon.tsx';
import styles from './menu.module.css';
import { TriggerContent, type TriggerLabel, triggerClass } from './menu-trigger.tsx';
import type { Face } from './open-on-press.tsx';

/** A menu of the page's frame, above its button; drawn when it is pressed for the first time, and open then. */
export function ShellMenu({ trigger, children }: { trigger: TriggerLabel; children: ReactNode }) {
  return (
    <Menu.Root modal={false} defaultOpen>
      <Menu.Trigger className={triggerClass} aria-label={trigger.label} data-current={trigger.isCurrent || undefined}>
        <TriggerContent trigger={trigger} />
      </Menu.Trigger>
      <MenuPopup label={trigger.label} side="top" align="start">
        {children}
      </MenuPopup>
    </Menu.Root>
  );
}

/** The less frequent actions of a page, in a menu after the last button of its head; open when it is first drawn. */
export function PageMenu({ face, children }: { face: Face; children: ReactNode }) {
  return (
    <Menu.Root modal={false} defaultOpen>
      <Menu.Trigger className={face.className} aria-label={face.label}>
        {face.content}
      </Menu.Trigger>
      <MenuPopup label={face.label} side="bottom" align="end">
        {children}
      </MenuPopup>
    </Menu.Root>
  );
}

/** What a menu's button opens, with a name of its own. */
export function MenuPopup(props: {
  label: string;
  side: 'top' | 'bottom';
  align: 'start' | 'end';
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <Menu.Portal>
      <Menu.Positioner
        className={styles.positioner}
        // Content outside the page's frame is a region of its own.
        role="region"
        aria-label={props.label}
        sideOffset={4}
        side={props.side}
        align={props.align}
        collisionPadding={8}
      >
        <Menu.Popup className={classNames(styles.popup, props.className)}>{props.children}</Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  );
}

/** Entries of a menu under a name. */
export function MenuGroup({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Menu.Group>
      <Menu.GroupLabel className={styles.groupLabel}>{label}</Menu.GroupLabel>
      {children}
    </Menu.Group>
  );
}

export const MenuLine = () => <Menu.Separator className={styles.separator} />;

export function MenuAction({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Menu.Item className={styles.item} onClick={onClick}>
      <span className={styles.mark} />
      <span>{label}</span>
    </Menu.Item>
  );
}

/** An entry that leads to a page of the application. */
export function MenuPlace({ label, place }: { label: string; place: Destination }) {
  return (
    <Menu.LinkItem
      className={styles.item}
      closeOnClick
      render={
        <Link
          to={place.to}
          params={(place.params ?? {}) as never}
          search={(place.search ?? {}) as never}
          activeOptions={{ exact: true }}
        />
      }
    >
      <span className={styles.mark} />
      <span>{label}</span>
    </Menu.LinkItem>
  );
}

/** An entry that leads to a page outside the application. */
export function MenuPage({ label, href }: { label: string; href: string }) {
  return (
    <Menu.LinkItem className={styles.item} href={href}>
      <span className={styles.mark} />
      <span>{label}</span>
    </Menu.LinkItem>
  );
}

/** Entries of which one is chosen, and marked. */
export function MenuChoice<Value extends string>(props: {
  value: Value | undefined;
  options: readonly { value: Value; label: string }[];
  /** Whether a choice closes the menu. */
  closes?: boolean;
  onChange: (value: Value) => void;
}) {
  return (
    <Menu.RadioGroup value={props.value} onValueChange={props.onChange}>
      {props.options.map(({ value, label }) => (
        <Menu.RadioItem key={value} value={value} className={styles.item} closeOnClick={props.closes ?? false}>
          <span className={styles.mark}>
            <Menu.RadioItemIndicator>
              <Icon name="check" />
            </Menu.RadioItemIndicator>
          </span>
          <span>{label}</span>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
