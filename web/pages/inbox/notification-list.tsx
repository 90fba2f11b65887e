import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { visibleText } from '#shared/domain/visible-text.ts';
import { Button } from '../../components/button.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { projectsQuery } from '../../lib/api/queries.ts';
import { currentProject } from '../../lib/api/session.ts';
import type { Notification } from '../../lib/api/wire.ts';
import { doneKey } from '../../lib/keys/keys.ts';
import { classNames } from '../../lib/look/class-names.ts';
import { deletedText } from '../../lib/notifications/text.ts';
import { MuteDialog } from './mute-dialog.tsx';
import styles from './notification-list.module.css';

/** Notifications, each with the way to what it is about. */
export function NotificationList(props: {
  notifications: readonly Notification[];
  isBusy: boolean;
  onRead: (id: string) => void;
}) {
  const projects = useQuery(projectsQuery()).data ?? [];
  const navigate = useNavigate();
  const [muting, setMuting] = useState<Notification>();
  const nameOf = (id: string) => projects.find((project) => project.project_id === id)?.name;
  const open = ({ id, project_id: projectId, target_url: href, read_at: readAt }: Notification) => {
    if (readAt === null) props.onRead(id);
    // What it is about is in that project alone.
    if (nameOf(projectId) !== undefined) currentProject.set(projectId);
    void navigate({ href });
  };
  return (
    <>
      <ol className={styles.list} aria-label="Notifications">
        {props.notifications.map((one) => (
          <li key={one.id} className={classNames(styles.entry, one.read_at === null && styles.unread)}>
            <div className={styles.text}>
              {one.target_url === '' ? (
                visibleText(one.title)
              ) : (
                <a
                  href={one.target_url}
                  onClick={(event) => {
                    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                    event.preventDefault();
                    open(one);
                  }}
                >
                  {visibleText(one.title)}
                </a>
              )}
              {one.read_at === null && <span className="visually-hidden"> (unread)</span>}
              {one.source_deleted && <p className={styles.excerpt}>{deletedText(one.source_type)}</p>}
              {one.excerpt !== '' && <p className={styles.excerpt}>{visibleText(one.excerpt)}</p>}
              <p className={styles.by}>
                <RelativeTime at={one.created_at} />
                {nameOf(one.project_id) !== undefined && <> · {nameOf(one.project_id)}</>}
              </p>
            </div>
            <div className={styles.actions}>
              {one.read_at === null && (
                <Button
                  small
                  disabled={props.isBusy}
                  aria-label={`Mark read: ${visibleText(one.title)}`}
                  aria-keyshortcuts={doneKey}
                  onClick={() => props.onRead(one.id)}
                >
                  Mark read
                </Button>
              )}
              <Button small aria-label={`Mute: ${visibleText(one.title)}`} onClick={() => setMuting(one)}>
                Mute…
              </Button>
            </div>
          </li>
        ))}
      </ol>
      {muting && <MuteDialog notification={muting} onClose={() => setMuting(undefined)} />}
    </>
  );
}
