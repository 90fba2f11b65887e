import styles from '../../../chips/components/way-on.module.css';
import { WayOn } from '../../../chips/components/way-on.tsx';
import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';
import { Page } from '../page.tsx';

/** A page that could not be drawn, in the frame of the application. */
export const PageFailure = ({ error }: { error: unknown }) => (
  <Page title="This page could not be shown">
    <Failure error={error} />
    <WayOn />
  </Page>
);

/** The application could not be drawn, so its frame cannot be used. */
export const AppFailure = ({ error }: { error: unknown }) => (
  <main className={styles.plain}>
    <title>Fiducial could not be shown · Fiducial</title>
    <h1>Fiducial could not be shown</h1>
    <Failure error={error} />
    <p>
      <a href="/">To the first page</a>
    </p>
  </main>
);

/** What failed, with a way to load everything again: a part of a page may be of a version that is gone. */
const Failure = ({ error }: { error: unknown }) => (
  <Notice tone="bad">
    <span>{error instanceof Error ? error.message : String(error)}</span>
    <div>
      <Button small onClick={() => location.reload()}>
        Load the page again
      </Button>
    </div>
  </Notice>
);
