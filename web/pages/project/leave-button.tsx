import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { api } from '../../lib/api/api.ts';
import { projectsQuery } from '../../lib/api/queries.ts';
import type { Project } from '../../lib/api/wire.ts';

/** Leaves a project that is somebody else's. */
export function LeaveButton({ project }: { project: Project }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const leave = useMutation({
    mutationFn: () => api.leaveProject({ params: { project_id: project.project_id } }),
    onSuccess: async () => {
      await navigate({ to: '/projects' });
      await queryClient.invalidateQueries({ queryKey: projectsQuery().queryKey });
    },
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
