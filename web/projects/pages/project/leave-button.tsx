import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx';
import { api } from '../../../ui/lib/api/api.ts';
import type { Project } from '../../../ui/lib/api/wire.ts';

/** Leaves a project that another user owns. */
export function LeaveButton({ project }: { project: Project }) {
  const [asks, setAsks] = useState(false);
  const leave = useMutation({
    mutationFn: () => api.leaveProject({ params: { project_id: project.project_id } }),
    // The address may be of the project that is gone.
    onSuccess: () => location.assign('/projects'),
  });
  return (
    <>
      <Button onClick={() => setAsks(true)}>Leave…</Button>
      <ConfirmDialog
        title={`Leave ${project.name}?`}
        description="You no longer see anything of it until its owner invites you and you accept."
        action="Leave"
        danger
        write={leave}
        onConfirm={() => leave.mutate()}
        open={asks}
        onClose={() => setAsks(false)}
      />
    </>
  );
}
