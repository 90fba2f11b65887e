import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { CheckField, TextField } from '../../components/field.tsx';
import { api } from '../../lib/api/api.ts';
import { newPassword } from './new-password.ts';

const text = (form: FormData, name: string) => String(form.get(name) ?? '').trim();

/** Registers a user. What was typed stays where it is refused. */
export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const register = useMutation<unknown, Error, FormData>({
    mutationFn: (form) =>
      api.registerUser({
        body: {
          username: text(form, 'username'),
          password: String(form.get('password')),
          full_name: text(form, 'full_name') || null,
          create_default_project: form.get('create_default_project') !== null,
        },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['people'] });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Add a user"
      description="They sign in by their username, which stays as it is, and this password until they choose another."
      action="Add"
      write={register}
      onConfirm={register.mutate}
      open
      onClose={onClose}
    >
      <TextField
        label="Username"
        name="username"
        required
        autoComplete="off"
        autoCapitalize="none"
        hint="3 to 64 lower-case letters, digits, dots, underscores or hyphens"
      />
      <TextField label="Name" name="full_name" maxLength={100} optional autoComplete="off" />
      <TextField label="Password" name="password" {...newPassword} />
      <CheckField name="create_default_project" defaultChecked label="Create their own project" />
    </ConfirmDialog>
  );
}
