import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { figureQuery } from '../../lib/runs/task-queries.ts';

/** The address of a picture in this page, while it is shown; undefined until it is there, and without a path. */
export function useFigureUrl(path: string | undefined): { url: string | undefined; error: Error | null } {
  const figure = useQuery({ ...figureQuery(path ?? ''), enabled: path !== undefined });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!figure.data) return;
    const objectUrl = URL.createObjectURL(figure.data);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [figure.data]);
  return { url, error: figure.error };
}
