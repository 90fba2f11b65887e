import { zoneText } from '../../lib/format/words.ts';
import type { Place } from '../../lib/navigation/places.ts';
import { AccountEntries } from './account-menu.tsx';
import { moreLabel } from './menu-trigger.tsx';
import type { Navigation } from './navigation.ts';
import { ProjectEntries } from './project-menu.tsx';
import { MenuGroup, MenuLine, MenuPlace, ShellMenu } from './shell-menu.tsx';

/** What a narrow window has no room for: the other places, the project, the account and the zone. */
export function MoreMenu(props: { places: readonly Place[]; navigation: Navigation; isCurrent: boolean }) {
  const { projects, project, user, zones } = props.navigation;
  return (
    <ShellMenu trigger={moreLabel(props.isCurrent)}>
      <MenuGroup label="Places">
        {props.places.map((place) => (
          <MenuPlace key={place.id} label={place.label} place={place} />
        ))}
        <MenuPlace label="All chips" place={{ to: '/chips' }} />
      </MenuGroup>
      <MenuLine />
      <ProjectEntries projects={projects} current={project} />
      <MenuLine />
      <AccountEntries user={user} />
      {zones !== undefined && (
        <>
          <MenuLine />
          <MenuPlace label={zoneText(zones.shown)} place={{ to: '/settings' }} />
        </>
      )}
    </ShellMenu>
  );
}
