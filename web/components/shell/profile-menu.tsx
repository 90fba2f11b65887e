import { Menu } from '@base-ui/react/menu';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../lib/api.ts';
import { discardSession } from '../../lib/session.ts';
import { setTheme, type Theme, themes, useTheme } from '../../lib/theme.ts';
import type { User } from '../../lib/wire.ts';
import { Icon } from '../icon.tsx';
import styles from './menu.module.css';
import { profileFace, TriggerContent } from './menu-trigger-face.tsx';

const themeNames: Record<Theme, string> = { system: 'As the system', light: 'Light', dark: 'Dark' };

/** The person: settings, theme, API reference and sign out. */
export function ProfileMenu({ user }: { user: User | undefined }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const theme = useTheme();
  const face = profileFace(user);
  const signOut = async () => {
    // The token is discarded whatever the service says: the person wants to be out.
    await api.logout().catch(() => undefined);
    discardSession();
    queryClient.clear();
    await navigate({ to: '/login' });
  };
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className={styles.trigger} aria-label={face.label}>
        <TriggerContent face={face} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={styles.positioner} sideOffset={4} align="end">
          <Menu.Popup className={styles.popup}>
            <Menu.Group>
              <Menu.GroupLabel className={styles.groupLabel}>{user?.full_name || user?.username}</Menu.GroupLabel>
              <Menu.Item className={styles.item} onClick={() => void navigate({ to: '/settings' })}>
                <span className={styles.mark} />
                <span>Settings</span>
              </Menu.Item>
              <Menu.LinkItem className={styles.item} href="/docs/">
                <span className={styles.mark} />
                <span>API reference</span>
              </Menu.LinkItem>
            </Menu.Group>
            <Menu.Separator className={styles.separator} />
            <Menu.Group>
              <Menu.GroupLabel className={styles.groupLabel}>Theme</Menu.GroupLabel>
              <Menu.RadioGroup value={theme} onValueChange={(value: Theme) => setTheme(value)}>
                {themes.map((name) => (
                  <Menu.RadioItem key={name} value={name} className={styles.item}>
                    <span className={styles.mark}>
                      <Menu.RadioItemIndicator>
                        <Icon name="check" />
                      </Menu.RadioItemIndicator>
                    </span>
                    <span>{themeNames[name]}</span>
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
            </Menu.Group>
            <Menu.Separator className={styles.separator} />
            <Menu.Item className={styles.item} onClick={() => void signOut()}>
              <span className={styles.mark} />
              <span>Sign out</span>
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
