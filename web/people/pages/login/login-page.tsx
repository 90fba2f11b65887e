import { useEffect, useState } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { ErrorNotice, Notice } from '../../../ui/components/notice.tsx';
import { api, type ResponseBody } from '../../../ui/lib/api/api.ts';
import { token } from '../../../ui/lib/api/session.ts';
import { type SessionEnd, sessionEndTexts } from '../../../ui/lib/api/session-end.ts';
import { askForMethods, leaveForProvider, rememberedMethods } from '../../../ui/lib/api/sign-in.ts';
import styles from './login-page.module.css';
import { PasswordLogin } from './password-login.tsx';

/** Exchanges a name and a password, or an identity at the sign-in provider, for a session. */
export function LoginPage({
  ended,
  wanted,
  arriving,
  onDone,
}: {
  ended: SessionEnd | undefined;
  /** The page to show afterwards. */
  wanted: string | undefined;
  /** The end of a sign-in that the provider has answered. */
  arriving: Promise<ResponseBody<'completeSignIn'>> | undefined;
  onDone: () => void;
}) {
  const [methods, setMethods] = useState(rememberedMethods);
  const [isPending, setPending] = useState(arriving !== undefined);
  const [error, setError] = useState<unknown>();
  const signIn = async (answer: Promise<ResponseBody<'login'>>) => {
    setPending(true);
    try {
      const { access_token: accessToken } = await answer;
      token.set(accessToken);
      onDone();
    } catch (failure) {
      setError(failure);
      setPending(false);
    }
  };
  const leave = () => {
    setPending(true);
    setError(undefined);
    leaveForProvider('beginSignIn', wanted).catch((failure: unknown) => {
      setError(failure);
      setPending(false);
    });
  };
  // Of the first rendering alone: the address holds an answer once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the same as long as the page is there
  useEffect(() => {
    if (arriving) void signIn(arriving);
    // Where the service cannot be reached, the next step says so.
    askForMethods().then(setMethods, () => undefined);
  }, []);
  return (
    <main className={styles.page}>
      <title>Sign in · Fiducial</title>
      <div className={styles.card}>
        <div className={styles.brand}>
          <img src="/favicon.svg" width="32" height="32" alt="" />
          <h1>Fiducial</h1>
        </div>
        {ended && !error && <Notice tone="warn">{sessionEndTexts[ended]}</Notice>}
        <ErrorNotice error={error} />
        {methods.provider && (
          <Button variant={methods.passwords ? 'plain' : 'primary'} disabled={isPending} onClick={leave}>
            {isPending ? 'Signing in…' : `Sign in with ${methods.provider.name}`}
          </Button>
        )}
        {methods.passwords && (
          <PasswordLogin isPending={isPending} onSubmit={(body) => void signIn(api.login({ body }))} />
        )}
        <p className={styles.address}>{window.location.host}</p>
      </div>
    </main>
  );
}
