import { Button } from '../../../ui/components/button.tsx';
import { TextField } from '../../../ui/components/field.tsx';
import styles from './login-page.module.css';

/** Asks for a name and a password. */
export function PasswordLogin({
  isPending,
  onSubmit,
}: {
  isPending: boolean;
  onSubmit: (body: { username: string; password: string }) => void;
}) {
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        onSubmit({ username: String(form.get('username')), password: String(form.get('password')) });
      }}
    >
      <TextField label="Username" name="username" autoComplete="username" autoCapitalize="none" required autoFocus />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
      <Button type="submit" variant="primary" disabled={isPending}>
        {isPending ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  );
}
