import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx';
import { SelectField, TextField } from '../../../ui/components/field.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import type { Person } from '../../../ui/lib/api/wire.ts';
import { newPassword } from './new-password.ts';

/** Asks a user to choose another password, or sets one if it is lost. */
export function ResetPasswordDialog(props: { person: Person; onClose: () => void; onDone: () => Promise<void> }) {
  const { username, must_change_password: mustChoose } = props.person;
  const [isLost, setIsLost] = useState(mustChoose);
  const reset = useMutation<unknown, Error, FormData>({
    mutationFn: (form) =>
      isLost
        ? api.resetPassword({ body: { username, new_password: String(form.get('password')) } })
        : api.updateUserSettings({ params: { username }, body: { must_change_password: true } }),
    onSuccess: async () => {
      await props.onDone();
      props.onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Reset the password of ${username}`}
      description={
        isLost
          ? 'Ends all their sessions and API tokens. They choose another at their first sign-in.'
          : 'They can do nothing else until they have chosen another, with the password that they have now.'
      }
      action={isLost ? 'Set the password' : 'Require a new password'}
      danger={isLost}
      write={reset}
      onConfirm={reset.mutate}
      open
      onClose={props.onClose}
    >
      {!mustChoose && (
        <SelectField
          label="Their password"
          value={isLost ? 'lost' : 'known'}
          onChange={(event) => setIsLost(event.target.value === 'lost')}
        >
          <option value="known">They know it</option>
          <option value="lost">They have lost it</option>
        </SelectField>
      )}
      {isLost && <TextField label="New password" name="password" {...newPassword} />}
    </ConfirmDialog>
  );
}
