import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { api } from '../../lib/api/api.ts';
import { currentProject, token } from '../../lib/api/session.ts';
import { type SessionEnd, sessionEndTexts } from '../../lib/api/session-end.ts';
import styles from './login-page.module.css';

/** Exchanges a name and a password for a session. */
export function LoginPage({ ended, onDone }: { ended: SessionEnd | undefined; onDone: () => void }) {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const login = async (body: { username: string; password: string }) => {
    setPending(true);
    try {
      const { access_token: accessToken, default_project_id: project } = await api.login({ body });
      token.set(accessToken);
      if (currentProject.get() === undefined) currentProject.set(project ?? undefined);
      onDone();
    } catch (failure) {
      setError(failure);
      setPending(false);
    }
  };
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
            void login({ username: String(form.get('username')), password: String(form.get('password')) });
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
          {ended && !error && <Notice tone="warn">{sessionEndTexts[ended]}</Notice>}
          <ErrorNotice error={error} />
          <Button type="submit" variant="primary" disabled={isPending}>
            {isPending ? 'Signing in…' : 'Sign in'}
          </Button>
        </form>
      </div>
    </main>
  );
}
