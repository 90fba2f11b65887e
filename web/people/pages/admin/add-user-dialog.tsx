import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/components/button.tsx';
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx';
import { Dialog, DialogBody } from '../../../ui/components/dialog.tsx';
import { CheckField, TextField } from '../../../ui/components/field.tsx';
import { Notice } from '../../../ui/components/notice.tsx';
import { api, type ResponseBody } from '../../../ui/lib/api/api.ts';
import { newPassword } from './new-password.ts';

const text = (form: FormData, name: string) => String(form.get(name) ?? '').trim();

/** Registers a user, and shows the generated password if none was entered. A refusal keeps what was typed. */
export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const register = useMutation<ResponseBody<'registerUser'>, Error, FormData>({
    mutationFn: (form) =>
      api.registerUser({
        body: {
          username: text(form, 'username'),
          password: String(form.get('password') ?? '') || null,
          full_name: text(form, 'full_name') || null,
          create_default_project: form.get('create_default_project') !== null,
        },
      }),
    onSuccess: async ({ initial_password: generated }) => {
      await queryClient.invalidateQueries({ queryKey: ['people'] });
      if (generated === null) onClose();
    },
  });
  if (register.data?.initial_password)
    return (
      <Dialog title={`Password of ${register.data.username}`} open onClose={onClose}>
        <DialogBody
          actions={
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          }
        >
          <Notice tone="warn">Copy it now: it is not shown again. It is changed at the first sign-in.</Notice>
          <code>{register.data.initial_password}</code>
        </DialogBody>
      </Dialog>
    );
  return (
    <ConfirmDialog
      title="Add a user"
      description="They sign in with their username, which cannot be changed, and choose their own password first."
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
      <TextField
        {...newPassword}
        label="Password"
        name="password"
        required={false}
        optional
        hint="12 to 128 characters. If empty, one is generated and shown once"
      />
      <CheckField name="create_default_project" defaultChecked label="Create their own project" />
    </ConfirmDialog>
  );
}
