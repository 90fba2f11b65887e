import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '../../ui/components/button.tsx';
import { allChipsQuery } from '../../ui/lib/api/queries.ts';
import { currentProject } from '../../ui/lib/api/session.ts';
import { requestPalette } from '../../ui/lib/palette/request.ts';
import styles from './way-on.module.css';

/** More chips than these are found on their page. */
const shownChips = 6;

/** Links from a page that has nothing to show: the chips of the project, its runs, the projects, and the palette. */
export function WayOn() {
  const projectId = currentProject();
  const { data: chips = [] } = useQuery({ ...allChipsQuery(), enabled: projectId !== undefined });
  return (
    <nav className={styles.wayOn} aria-label="Where to go">
      <div className={styles.links}>
        <Button variant="primary" onClick={requestPalette}>
          Find…
        </Button>
        <Link to="/chips" className={buttonClass()}>
          All chips
        </Link>
        <Link to="/execution" className={buttonClass()}>
          Runs
        </Link>
        <Link to="/projects" className={buttonClass()}>
          Projects
        </Link>
      </div>
      {chips.length > 0 && (
        <div className={styles.links}>
          {chips.slice(0, shownChips).map(({ chip_id }) => (
            <Link
              key={chip_id}
              to="/chips/$chipId"
              params={{ chipId: chip_id }}
              className={buttonClass({ small: true })}
            >
              {chip_id}
            </Link>
          ))}
        </div>
      )}
    </nav>
  );
}
