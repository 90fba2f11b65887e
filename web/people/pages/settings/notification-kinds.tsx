import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type NotificationKind, notificationKinds } from '#shared/notifications/rules/kinds.ts';
import { notificationSettingsQuery } from '../../../notifications/lib/queries.ts';
import { kindLabels } from '../../../notifications/lib/text.ts';
import { CheckField } from '../../../ui/components/field.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { Mutes } from './mutes.tsx';

/** Which kinds of notifications the person gets. */
export function NotificationKinds() {
  const queryClient = useQueryClient();
  const { queryKey } = notificationSettingsQuery();
  const settings = useQuery(notificationSettingsQuery());
  // What was just chosen is shown before it is answered.
  const [chosen, setChosen] = useState<readonly NotificationKind[]>();
  const choose = useMutation({
    mutationFn: (kinds: NotificationKind[]) => api.replaceNotificationSettings({ body: { muted_kinds: kinds } }),
    onSuccess: (answer) => queryClient.setQueryData(queryKey, answer),
    onSettled: () => setChosen(undefined),
  });
  if (!settings.data) return <Pending error={settings.error} what="your choice" />;
  const off = new Set<NotificationKind>(chosen ?? settings.data.muted_kinds);
  const change = (changed: NotificationKind, isOn: boolean) => {
    const next = notificationKinds.filter((kind) => (kind === changed ? !isOn : off.has(kind)));
    setChosen(next);
    choose.mutate(next);
  };
  return (
    <>
      {notificationKinds.map((kind) => (
        <CheckField
          key={kind}
          label={kindLabels[kind]}
          checked={!off.has(kind)}
          disabled={choose.isPending}
          onChange={(event) => change(kind, event.target.checked)}
        />
      ))}
      <Mutes mutes={settings.data.mutes} />
      <ErrorNotice error={choose.error} />
    </>
  );
}
