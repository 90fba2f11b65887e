import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { TextField } from '../../../ui/components/field.tsx';
import { ErrorNotice, Notice } from '../../../ui/components/notice.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { meQuery } from '../../../ui/lib/api/queries.ts';
import { token } from '../../../ui/lib/api/session.ts';
import styles from './form.module.css';

/** Changes the person's password; the answer carries the token of the session that goes on. */
export function PasswordForm({ mustChange }: { mustChange: boolean }) {
  const queryClient = useQueryClient();
  const [differs, setDiffers] = useState(false);
  const change = useMutation({
    mutationFn: (body: { current_password: string; new_password: string }) => api.changePassword({ body }),
    onSuccess: (response) => {
      token.set(response.access_token);
      return queryClient.invalidateQueries({ queryKey: meQuery().queryKey });
    },
  });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const [current, next, again] = ['current', 'next', 'again'].map((name) =>
          String(new FormData(form).get(name) ?? ''),
        );
        setDiffers(next !== again);
        if (next === again && current !== undefined && next !== undefined)
          change.mutate({ current_password: current, new_password: next }, { onSuccess: () => form.reset() });
      }}
    >
      {mustChange && <Notice tone="warn">Another user set your password. Choose your own.</Notice>}
      <TextField label="Current password" name="current" type="password" autoComplete="current-password" required />
      <TextField
        label="New password"
        name="next"
        type="password"
        autoComplete="new-password"
        minLength={12}
        maxLength={128}
        required
        hint="12 to 128 characters."
      />
      <TextField
        label="New password again"
        name="again"
        type="password"
        autoComplete="new-password"
        required
        problem={differs ? 'The two new passwords differ.' : undefined}
      />
      <ErrorNotice error={change.error} />
      {change.isSuccess && <Notice tone="good">Password changed</Notice>}
      <Button type="submit" disabled={change.isPending}>
        Change password
      </Button>
    </form>
  );
}
