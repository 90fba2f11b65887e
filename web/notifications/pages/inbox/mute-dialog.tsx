import { visibleText } from '#shared/kernel/rules/visible-text.ts';
import { Dialog, DialogForm } from '../../../ui/components/dialog.tsx';
import { SelectField } from '../../../ui/components/field.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { textOf } from '../../../ui/lib/api/use-write.ts';
import type { Notification, NotificationMute } from '../../../ui/lib/api/wire.ts';
import { muteTimes, untilOf, useMutes } from '../../lib/mutes.ts';
import { kindLabels } from '../../lib/text.ts';

/** Asks what to mute about a notification, and for how long. */
export function MuteDialog({ notification, onClose }: { notification: Notification; onClose: () => void }) {
  const { kind, project_id, target_url } = notification;
  const write = useMutes(onClose);
  const whatOf: Record<string, Omit<NotificationMute, 'until'>> = {
    thing: { kind: null, project_id, target_url },
    'kind-of-thing': { kind, project_id, target_url },
    'kind-in-project': { kind, project_id, target_url: null },
    kind: { kind, project_id: null, target_url: null },
  };
  const submit = (form: FormData) => {
    const what = whatOf[textOf(form, 'what')];
    const until = untilOf(textOf(form, 'time'));
    if (what) write.mutate((standing) => [...standing, { ...what, until }]);
  };
  return (
    <Dialog title="Mute" description={visibleText(notification.title)} open onClose={onClose}>
      <DialogForm action="Mute" busy={write.isPending} onCancel={onClose} onSubmit={submit}>
        <SelectField label="What" name="what" hint="What was told before stays. Take it back in Settings.">
          {target_url !== '' && (
            <>
              <option value="thing">Everything about {target_url}</option>
              <option value="kind-of-thing">
                {kindLabels[kind]}: {target_url}
              </option>
            </>
          )}
          <option value="kind-in-project">{kindLabels[kind]}: in this project</option>
          <option value="kind">{kindLabels[kind]}: everywhere</option>
        </SelectField>
        <SelectField label="How long" name="time">
          {muteTimes.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <ErrorNotice error={write.error} />
      </DialogForm>
    </Dialog>
  );
}
