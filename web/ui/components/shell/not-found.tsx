import { useLocation } from '@tanstack/react-router';
import { WayOn } from '../../../chips/components/way-on.tsx';
import { Page } from '../page.tsx';

/** The page of an address that leads nowhere (rule NAV-13). */
export function NotFound() {
  const { pathname } = useLocation();
  return (
    <Page title="Page not found">
      <p>
        There is no page at <code>{pathname}</code>. The address may be mistyped, or the page may have moved.
      </p>
      <WayOn />
    </Page>
  );
}
