import { savePicture } from '../../lib/browser/svg-files.ts';
import { Button } from '../button.tsx';

/** Buttons that save a drawing of the page: as SVG, as PNG, and as a picture of the size of a slide with its name as title. */
export function DrawingFiles({ name, find }: { name: string; find: () => Element | null }) {
  return (
    <>
      <Button small aria-label={`${name} as SVG`} onClick={() => void savePicture(find, name, 'svg')}>
        SVG
      </Button>
      <Button small aria-label={`${name} as PNG`} onClick={() => void savePicture(find, name, 'png')}>
        PNG
      </Button>
      <Button
        small
        aria-label={`${name} as a slide`}
        title="A picture of 1920 by 1080 with its title"
        onClick={() => void savePicture(find, name, 'slide')}
      >
        Slide
      </Button>
    </>
  );
}
