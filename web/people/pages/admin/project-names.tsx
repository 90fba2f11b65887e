import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNearView } from '../../../ui/lib/hooks/use-near-view.ts';
import { personQuery } from '../../lib/queries.ts';
import { shownProjects } from '../../lib/shown-projects.ts';
import styles from './admin.module.css';

/** The names of a user's projects, requested when the row is near the visible part; a press shows them all. */
export function ProjectNames({ of: { username }, onAll }: { of: { username: string }; onAll: () => void }) {
  const place = useRef<HTMLSpanElement>(null);
  const { data } = useQuery({ ...personQuery(username), enabled: useNearView(place) });
  const { named, more } = shownProjects(data?.projects ?? []);
  return (
    <span ref={place} className={styles.projects}>
      <span>{data && (named.join(', ') || 'no project')}</span>
      {more > 0 && (
        <button type="button" aria-label={`+${more} projects of ${username}`} onClick={onAll}>
          +{more}
        </button>
      )}
    </span>
  );
}
