import type { Project } from '../../lib/api/wire.ts';
import { namedNoProject, openedSearch } from '../../lib/url/opened.ts';
import { NamedNoProject } from './named-no-project.tsx';
import { UnknownInAddress } from './unknown-in-address.tsx';

/** Notices above a page about the address that the application was opened with. */
export const AddressNotices = ({ projects }: { projects: readonly Project[] }) => (
  <>
    {namedNoProject && <NamedNoProject projects={projects} />}
    {openedSearch !== '' && <UnknownInAddress opened={openedSearch} />}
  </>
);
