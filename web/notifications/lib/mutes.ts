import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../ui/lib/api/api.ts';
import type { NotificationMute } from '../../ui/lib/api/wire.ts';
import { notificationSettingsQuery } from './queries.ts';

type Change = (standing: NotificationMute[]) => NotificationMute[];

/** Changes the person's mutes, as they stand by now. */
export function useMutes(onDone?: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (change: Change) => {
      const { muted_kinds, mutes } = await api.getNotificationSettings();
      return api.replaceNotificationSettings({ body: { muted_kinds, mutes: change(mutes) } });
    },
    onSuccess: (answer) => {
      queryClient.setQueryData(notificationSettingsQuery().queryKey, answer);
      onDone?.();
    },
  });
}

/** The durations of a mute, in hours; null until it is removed. */
export const muteTimes = [
  { value: '24', label: 'for a day' },
  { value: '168', label: 'for a week' },
  { value: '', label: 'until I take it back' },
] as const;

/** The instant so many hours from now. */
export const untilOf = (hours: string): string | null =>
  hours === '' ? null : new Date(Date.now() + Number(hours) * 3_600_000).toISOString();
