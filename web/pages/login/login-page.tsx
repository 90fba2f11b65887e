import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { api } from '../../lib/api/api.ts';
import { currentProject, token } from '../../lib/api/session.ts';
import { sessionEndTexts } from '../../lib/api/session-end.ts';
import styles from './login-page.module.css';

const route = getRouteApi('/login');

/** Exchanges a name and a password for a session and goes where the person wanted to be. */
export function LoginPage() {
  const search = route.useSearch();
  const router = useRouter();
  const queryClient = useQueryClient();
  const login = useMutation({
    mutationFn: (body: { username: string; password: string }) => api.login({ body }),
    onSuccess: (response) => {
      queryClient.clear();
      token.set(response.access_token);
      if (currentProject.get() === undefined) currentProject.set(response.default_project_id ?? undefined);
      router.history.push(search.return ?? '/execution');
    },
  });
  return (
    <main className={styles.page}>
      <title>Sign in · Fiducial</title>
      <div className={styles.card}>
        <div className={styles.brand}>
          <img src="/favicon.svg" width="32" height="32" alt="" />
          <h1>Fiducial</h1>
        </div>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            const form = new FormData(event.currentTarget);
            login.mutate({ username: String(form.get('username')), password: String(form.get('password')) });
          }}
        >
          <TextField
            label="Username"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            required
            autoFocus
          />
          <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
          {search.ended && !login.error && <Notice tone="warn">{sessionEndTexts[search.ended]}</Notice>}
          <ErrorNotice error={login.error} />
          <Button type="submit" variant="primary" disabled={login.isPending}>
            {login.isPending ? 'Signing in…' : 'Sign in'}
          </Button>
        </form>
      </div>
    </main>
  );
}
