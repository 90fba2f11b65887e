import { savePicture } from '../../lib/browser/svg-files.ts';
import { ActionMenu } from '../action-menu.tsx';

/** Saves a drawing of the page, in a menu: as SVG, as PNG, and as a picture of the size of a slide with its name as title. */
export function PictureMenu({ name, find }: { name: string; find: () => Element | null }) {
  const save = (as: Parameters<typeof savePicture>[2]) => () => void savePicture(find, name, as);
  return (
    <ActionMenu
      label={`Picture of ${name}`}
      entries={[
        { label: 'SVG', onClick: save('svg') },
        { label: 'PNG', onClick: save('png') },
        { label: 'Slide, 1920 by 1080', onClick: save('slide') },
      ]}
    />
  );
}
