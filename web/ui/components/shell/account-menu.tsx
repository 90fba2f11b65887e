import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { setTheme, themeNames, themes, useTheme } from '../../../values/lib/look/theme.ts';
import { api } from '../../lib/api/api.ts';
import { clearSession } from '../../lib/api/session.ts';
import type { User } from '../../lib/api/wire.ts';
import { accountLabel } from './menu-trigger.tsx';
import { MenuAction, MenuChoice, MenuGroup, MenuLine, MenuPage, MenuPlace, ShellMenu } from './shell-menu.tsx';

const themeOptions = themes.map((value) => ({ value, label: themeNames[value] }));

/** The person: projects, settings, theme, API reference and sign out. */
export function AccountMenu({ user }: { user: User | undefined }) {
  return (
    <ShellMenu trigger={accountLabel(user)}>
      <AccountEntries user={user} />
    </ShellMenu>
  );
}

export function AccountEntries({ user }: { user: User | undefined }) {
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
    <>
      <MenuGroup label={user?.full_name || user?.username}>
        <MenuPlace label="Projects" place={{ to: '/projects' }} />
        <MenuPlace label="Settings" place={{ to: '/settings' }} />
        {user?.system_role === 'admin' && <MenuPlace label="Admin" place={{ to: '/admin' }} />}
        <MenuPage label="API reference" href="/docs/" />
      </MenuGroup>
      <MenuLine />
      <MenuGroup label="Theme">
        <MenuChoice value={theme} options={themeOptions} onChange={setTheme} />
      </MenuGroup>
      <MenuLine />
      <MenuAction label="Sign out" onClick={() => void signOut()} />
    </>
  );
}
