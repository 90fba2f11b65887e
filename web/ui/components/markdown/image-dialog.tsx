import type { ImageName } from '#shared/images/rules/reference.ts';
import { Button } from '../button.tsx';
import { Dialog, DialogBody } from '../dialog.tsx';
import styles from './text-image.module.css';

/** An image as large as the window has room for. */
export function ImageDialog(
  props: { url: string; alt: string; onClose: () => void } & Pick<ImageName, 'width' | 'height'>,
) {
  const { url, alt, width, height, onClose } = props;
  return (
    <Dialog title={alt || 'Image'} open onClose={onClose} widest>
      <DialogBody actions={<Button onClick={onClose}>Close</Button>}>
        <img className={styles.large} src={url} alt={alt} width={width} height={height} />
      </DialogBody>
    </Dialog>
  );
}
