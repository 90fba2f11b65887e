import { useQuery } from '@tanstack/react-query';
import { useMutes } from '../../../notifications/lib/mutes.ts';
import { muteText } from '../../../notifications/lib/text.ts';
import { Button } from '../../../ui/components/button.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { ClockTime } from '../../../ui/components/relative-time.tsx';
import { projectsQuery } from '../../../ui/lib/api/queries.ts';
import type { NotificationMute } from '../../../ui/lib/api/wire.ts';

/** What the person has muted besides whole kinds, each with the way back. */
export function Mutes({ mutes }: { mutes: readonly NotificationMute[] }) {
  const projects = useQuery(projectsQuery()).data ?? [];
  const write = useMutes();
  if (mutes.length === 0) return null;
  const nameOf = (id: string | null) => projects.find((project) => project.project_id === id)?.name;
  return (
    <>
      <h3>Muted</h3>
      <ul aria-label="Muted">
        {mutes.map((mute) => {
          const key = JSON.stringify(mute);
          const text = muteText(mute, nameOf(mute.project_id));
          return (
            <li key={key}>
              {text}{' '}
              {mute.until !== null && (
                <>
                  until <ClockTime at={mute.until} />{' '}
                </>
              )}
              <Button
                small
                disabled={write.isPending}
                aria-label={`Unmute: ${text}`}
                onClick={() => write.mutate((standing) => standing.filter((one) => JSON.stringify(one) !== key))}
              >
                Unmute
              </Button>
            </li>
          );
        })}
      </ul>
      <ErrorNotice error={write.error} />
    </>
  );
}
