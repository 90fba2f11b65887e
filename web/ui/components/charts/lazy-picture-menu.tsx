import { type ComponentProps, lazy, Suspense } from 'react';
import menu from '../action-menu.module.css';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';

const PictureMenu = lazy(() => import('./picture-menu.tsx').then((module) => ({ default: module.PictureMenu })));

/** The menu that saves a drawing as a picture; until its code is there, its place, so that nothing moves. */
export function LazyPictureMenu(props: ComponentProps<typeof PictureMenu>) {
  const place = (
    <Button small variant="quiet" className={menu.trigger} disabled aria-hidden>
      <Icon name="more" />
    </Button>
  );
  return (
    <Suspense fallback={place}>
      <PictureMenu {...props} />
    </Suspense>
  );
}
