import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AuditCard } from '../../components/audit/audit-card.tsx';
import { Button } from '../../components/button.tsx';
import { CheckField, TextField } from '../../components/field.tsx';
import { EmptyState, ErrorNotice, Notice } from '../../components/notice.tsx';
import { Card, Page } from '../../components/page.tsx';
import { Pending } from '../../components/pending.tsx';
import { api } from '../../lib/api/api.ts';
import { meQuery } from '../../lib/api/queries.ts';
import { systemAudit } from '../../lib/audit/audits.ts';
import styles from '../settings/form.module.css';
import { PeopleCard } from './people-card.tsx';
import { ProjectsCard } from './projects-card.tsx';

/** What a system administrator does for others: all users and projects, registering a user, a reset of a password, and the audit. */
export function AdminPage() {
  const me = useQuery(meQuery());
  if (!me.data) return <Pending error={me.error} what="your profile" />;
  if (me.data.system_role !== 'admin')
    return (
      <Page title="Admin">
        <EmptyState title="For administrators">Ask an administrator of this service to register users.</EmptyState>
      </Page>
    );
  return (
    <Page title="Admin">
      <PeopleCard me={me.data} />
      <ProjectsCard me={me.data} />
      <Card title="Register a user">
        <RegisterForm />
      </Card>
      <Card title="Reset a password" note="Ends all their sessions and tokens">
        <ResetForm />
      </Card>
      <AuditCard of={systemAudit} />
    </Page>
  );
}

const text = (form: FormData, name: string) => String(form.get(name) ?? '').trim();
const newPassword = {
  type: 'password',
  autoComplete: 'new-password',
  minLength: 12,
  maxLength: 128,
  required: true,
  hint: '12 to 128 characters. Send it securely',
} as const;

function RegisterForm() {
  const queryClient = useQueryClient();
  const register = useMutation({
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['people'] }),
    mutationFn: (form: FormData) =>
      api.registerUser({
        body: {
          username: text(form, 'username'),
          password: String(form.get('password')),
          full_name: text(form, 'full_name') || null,
          create_default_project: form.get('create_default_project') !== null,
        },
      }),
  });
  return (
    <AdminForm
      action="Register"
      mutation={register}
      done={register.data && `User ‘${register.data.username}’ was registered.`}
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
    </AdminForm>
  );
}

function ResetForm() {
  const reset = useMutation({
    mutationFn: (form: FormData) =>
      api.resetPassword({ body: { username: text(form, 'username'), new_password: String(form.get('password')) } }),
  });
  return (
    <AdminForm action="Reset the password" mutation={reset} done={reset.data?.message}>
      <TextField label="Username" name="username" required autoComplete="off" autoCapitalize="none" />
      <TextField label="New password" name="password" {...newPassword} />
    </AdminForm>
  );
}

function AdminForm(props: {
  action: string;
  mutation: {
    mutate: (form: FormData, options: { onSuccess: () => void }) => void;
    isPending: boolean;
    error: unknown;
  };
  done: string | undefined;
  children: ReactNode;
}) {
  const { mutation } = props;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        mutation.mutate(new FormData(form), { onSuccess: () => form.reset() });
      }}
    >
      {props.children}
      <ErrorNotice error={mutation.error} />
      {props.done && <Notice tone="good">{props.done}</Notice>}
      <Button type="submit" disabled={mutation.isPending}>
        {props.action}
      </Button>
    </form>
  );
}
