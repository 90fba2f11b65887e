import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/components/button.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { Card } from '../../../ui/components/page.tsx';
import { askForMethods, leaveForProvider } from '../../../ui/lib/api/sign-in.ts';
import type { User } from '../../../ui/lib/api/wire.ts';

/** Links the user to their identity at the sign-in provider; hidden if the service has no provider. */
export function ProviderLink({ user }: { user: User }) {
  const methods = useQuery({ queryKey: ['sign-in-methods'], queryFn: askForMethods });
  const link = useMutation({ mutationFn: () => leaveForProvider('beginIdentityLink', location.pathname) });
  const provider = methods.data?.provider;
  if (!provider) return null;
  return (
    <Card title="Sign-in provider" note={user.identity ? `You sign in with ${provider.name}` : 'Not linked yet'}>
      {user.identity ? (
        <p>An administrator can unlink you.</p>
      ) : (
        <div>
          <Button disabled={link.isPending} onClick={() => link.mutate()}>
            Link to {provider.name}
          </Button>
        </div>
      )}
      <ErrorNotice error={link.error} />
    </Card>
  );
}
