import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../lib/api/api.ts';
import { clearSession } from '../../lib/api/session.ts';
import type { User } from '../../lib/api/wire.ts';
import { setTheme, type Theme, themes, useTheme } from '../../lib/look/theme.ts';
import { profileLabel } from './menu-trigger.tsx';
import { MenuAction, MenuChoice, MenuGroup, MenuLine, MenuPage, ShellMenu } from './shell-menu.tsx';

const themeNames: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };
const themeOptions = themes.map((value) => ({ value, label: themeNames[value] }));

/** The person: settings, theme, API reference and sign out. */
export function ProfileMenu({ user }: { user: User | undefined }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const theme = useTheme();
  const signOut = async () => {
    // The token is discarded whatever the service says: the person wants to be out.
    await api.logout().catch(() => undefined);
    clearSession();
    queryClient.clear();
    await navigate({ to: '/login' });
  };
  return (
    <ShellMenu trigger={profileLabel(user)}>
      <MenuGroup label={user?.full_name || user?.username}>
        <MenuAction label="Settings" onClick={() => void navigate({ to: '/settings' })} />
        <MenuPage label="API reference" href="/docs/" />
      </MenuGroup>
      <MenuLine />
      <MenuGroup label="Theme">
        <MenuChoice value={theme} options={themeOptions} onChange={setTheme} />
      </MenuGroup>
      <MenuLine />
      <MenuAction label="Sign out" onClick={() => void signOut()} />
    </ShellMenu>
  );
}
