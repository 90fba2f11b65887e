import { useQuery } from '@tanstack/react-query';
import { emailSettingsQuery, notificationSettingsQuery } from '../../../notifications/lib/queries.ts';
import { CheckField } from '../../../ui/components/field.tsx';
import { Card, DescriptionList, Page } from '../../../ui/components/page.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { meQuery, tokensQuery } from '../../../ui/lib/api/queries.ts';
import { singleKeys, useSingleKeys } from '../../../ui/lib/keys/keys.ts';
import { SessionTable } from '../../components/sessions/session-table.tsx';
import { sessionsQuery } from '../../lib/queries.ts';
import { ApiTokens } from './api-tokens.tsx';
import { Appearance } from './appearance.tsx';
import { DefaultProject } from './default-project.tsx';
import { EmailSettings } from './email-settings.tsx';
import { NotificationKinds } from './notification-kinds.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { ProviderLink } from './provider-link.tsx';
import { ZoneSetting } from './zone-setting.tsx';

/** Turns keys without Ctrl or Cmd on or off: they hinder users of speech input. */
export function KeySetting() {
  return (
    <CheckField
      label="Keys without Ctrl or Cmd act, such as ? for the list of keys and g d for the dashboard"
      checked={useSingleKeys()}
      onChange={(event) => singleKeys.set(event.target.checked)}
    />
  );
}

/** The reads that the address of the page tells. */
export const load = () => [notificationSettingsQuery(), emailSettingsQuery(), tokensQuery(), sessionsQuery()];

/** The person's own profile, password, sessions and API tokens. */
export function SettingsPage() {
  const me = useQuery(meQuery());
  return (
    <Page title="Settings" narrow>
      {me.data?.must_change_password ? (
        <Card title="Password" note="Choose one before you go on">
          <PasswordForm mustChange />
        </Card>
      ) : me.data ? (
        <>
          <Card title="Profile">
            <DescriptionList
              items={[
                ['Username', me.data.username],
                ['Role', me.data.system_role === 'admin' ? 'administrator' : 'user'],
              ]}
            />
            <ProfileForm user={me.data} />
            <DefaultProject user={me.data} />
          </Card>
          <Card title="Password" note="Ends all your other sessions and API tokens">
            <PasswordForm mustChange={false} />
          </Card>
          <ProviderLink user={me.data} />
          <Card title="Appearance" note="In this browser">
            <Appearance />
            <ZoneSetting />
          </Card>
          <Card title="Keys" note="In this browser">
            <KeySetting />
          </Card>
          <Card title="Notifications" note="What your inbox tells you">
            <NotificationKinds />
          </Card>
          <Card title="E-mail" note="What your inbox tells you, sent to an address of yours">
            <EmailSettings />
          </Card>
          <ApiTokens />
          <Card title="Sessions" note="Where you are signed in">
            <SessionTable />
          </Card>
        </>
      ) : (
        <Pending error={me.error} what="your profile" />
      )}
    </Page>
  );
}
