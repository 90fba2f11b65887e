import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { pageAddress, splitAddress } from '#shared/kernel/rules/page-address.ts';
import { visibleText } from '#shared/kernel/rules/visible-text.ts';
import { Button } from '../../../ui/components/button.tsx';
import { RelativeTime } from '../../../ui/components/relative-time.tsx';
import { projectsQuery } from '../../../ui/lib/api/queries.ts';
import { currentProject } from '../../../ui/lib/api/session.ts';
import type { Notification } from '../../../ui/lib/api/wire.ts';
import { doneKey } from '../../../ui/lib/keys/keys.ts';
import { classNames } from '../../../values/lib/look/class-names.ts';
import { deletedText } from '../../lib/text.ts';
import { MuteDialog } from './mute-dialog.tsx';
import styles from './notification-list.module.css';

/** Notifications, each with the way to what it is about. */
export function NotificationList(props: {
  notifications: readonly Notification[];
  isBusy: boolean;
  onRead: (id: string) => Promise<unknown>;
}) {
  const projects = useQuery(projectsQuery()).data ?? [];
  const router = useRouter();
  const [muting, setMuting] = useState<Notification>();
  const nameOf = (id: string) => projects.find((project) => project.project_id === id)?.name;
  const open = async ({ id, project_id: projectId, target_url: path, read_at: readAt }: Notification) => {
    const read = readAt === null ? props.onRead(id) : undefined;
    const address = pageAddress(projectId, path);
    const { project } = splitAddress(address);
    if (project === undefined || project === currentProject()) return void router.navigate({ href: path });
    // Another project is another document, which would abort the request. A failure is shown on return to the inbox.
    await read?.catch(() => undefined);
    location.assign(address);
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
                  href={pageAddress(one.project_id, one.target_url)}
                  onClick={(event) => {
                    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                    event.preventDefault();
                    void open(one);
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
                  onClick={() => void props.onRead(one.id).catch(() => undefined)}
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
