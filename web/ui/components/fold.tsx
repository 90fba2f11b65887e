import { type ReactNode, useState } from 'react';

/** Folded content is drawn when it is opened: a hidden table has no width. */
export function Fold(props: {
  summary: string;
  className?: string | undefined;
  opened?: boolean;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(props.opened ?? false);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={props.className}>{props.summary}</summary>
      {isOpen && props.children}
    </details>
  );
}
