import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/components/button.tsx';
import { TextField } from '../../../ui/components/field.tsx';
import { ErrorNotice, Notice } from '../../../ui/components/notice.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import { meQuery } from '../../../ui/lib/api/queries.ts';
import type { User } from '../../../ui/lib/api/wire.ts';
import styles from './form.module.css';

/** Changes what others see of the person. */
export function ProfileForm({ user }: { user: User }) {
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (body: { full_name: string | null; organization: string | null }) =>
      api.updateCurrentUserProfile({ body }),
    onSuccess: (response) => queryClient.setQueryData(meQuery().queryKey, response),
  });
  const orNull = (value: FormDataEntryValue | null) => String(value ?? '').trim() || null;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        save.mutate({ full_name: orNull(form.get('full_name')), organization: orNull(form.get('organization')) });
      }}
    >
      <TextField
        label="Name"
        name="full_name"
        maxLength={100}
        defaultValue={user.full_name ?? ''}
        autoComplete="name"
      />
      <TextField
        label="Organization"
        name="organization"
        maxLength={100}
        defaultValue={user.organization ?? ''}
        autoComplete="organization"
      />
      <ErrorNotice error={save.error} />
      {save.isSuccess && <Notice tone="good">Saved</Notice>}
      <Button type="submit" disabled={save.isPending}>
        Save profile
      </Button>
    </form>
  );
}
