import type { Face } from '../../ui/components/shell/open-on-press.tsx';
import { MenuPlace, PageMenu } from '../../ui/components/shell/shell-menu.tsx';
import type { Run } from '../../ui/lib/api/wire.ts';

/** Where a run leads. */
export function RunPlaces({ face, run }: { face: Face; run: Run }) {
  const { chip_id: chip, execution_id: after, source_execution_id: source } = run;
  return (
    <PageMenu face={face}>
      <MenuPlace
        label="Compare…"
        place={{ to: '/compare', search: { ...(source !== null && { before: source }), after } }}
      />
      <MenuPlace label="Show the chip map" place={{ to: '/dashboard', search: { chip } }} />
    </PageMenu>
  );
}
