import { type ReactNode, useState } from 'react';

/** What is folded is drawn once it is opened: a table that is hidden has no width of its own. */
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
