import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useReadOnlyReason } from '../../ui/lib/api/queries.ts';
import { droppedFiles } from '../../ui/lib/browser/dropped-files.ts';
import { handFiles } from '../../ui/lib/browser/handed-files.ts';
import styles from './drop-to-import.module.css';

/** Files that are dropped anywhere on the page are imported as a chip, by those who may. What has a use of its own for them comes first. */
export function DropToImport() {
  const navigate = useNavigate();
  const mayImport = useReadOnlyReason() === undefined;
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!mayImport) return;
    const isOurs = (event: DragEvent) =>
      !event.defaultPrevented &&
      event.dataTransfer?.types.includes('Files') === true &&
      document.querySelector('[role="dialog"]') === null;
    const onDragOver = (event: DragEvent) => {
      if (!isOurs(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = (event: DragEvent) => {
      // It left the window.
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (!isOurs(event)) return;
      event.preventDefault();
      void droppedFiles(event.dataTransfer).then((files) => {
        handFiles(files);
        return navigate({ to: '/chips', search: { open: 'import' } });
      });
    };
    addEventListener('dragover', onDragOver);
    addEventListener('dragleave', onDragLeave);
    addEventListener('drop', onDrop);
    return () => {
      removeEventListener('dragover', onDragOver);
      removeEventListener('dragleave', onDragLeave);
      removeEventListener('drop', onDrop);
    };
  }, [mayImport, navigate]);
  return isOver && <p className={styles.over}>Drop the files of a device to import it</p>;
}
