import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../ui/components/confirm-dialog.tsx';
import { api, hasCode } from '../../ui/lib/api/api.ts';
import { inProject } from '../../ui/lib/api/queries.ts';
import type { Flow, FlowVersion } from '../../ui/lib/api/wire.ts';
import { flowQuery } from '../lib/queries.ts';
import { bodyOfVersion } from '../lib/save-body.ts';

/** Asks before a past version is saved as a new one over the current, which stays readable. */
export function RestoreDialog(props: { past: FlowVersion; current: Flow; open: boolean; onClose: () => void }) {
  const { past, current } = props;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const restore = useMutation({
    mutationFn: () => api.saveFlow({ headers: { 'if-match': current.etag }, body: bodyOfVersion(past) }),
    onSuccess: async () => {
      await queryClient.fetchQuery({ ...flowQuery(past.name), staleTime: 0 });
      await queryClient.invalidateQueries({ queryKey: inProject('flow', past.name, 'versions') });
      await queryClient.invalidateQueries({ queryKey: inProject('flows') });
      await navigate({ to: '/flows/$flowName', params: { flowName: past.name } });
    },
    // Another user saved meanwhile: the dialog asks again, about the version that is now current.
    onError: async (error) => {
      if (hasCode(error, 'etag_mismatch')) await queryClient.fetchQuery({ ...flowQuery(past.name), staleTime: 0 });
    },
  });
  return (
    <ConfirmDialog
      title={`Restore version ${past.version} of ${past.name}?`}
      description={`Saves it as a new version, with its settings. The current version ${current.version} stays readable.`}
      action="Restore"
      write={restore}
      onConfirm={() => restore.mutate()}
      open={props.open}
      onClose={props.onClose}
    />
  );
}
