import { useNavigate } from '@tanstack/react-router';
import { ActionMenu } from '../../../ui/components/action-menu.tsx';

/** Actions that do not fit on a phone next to the most frequent ones. */
export function TargetMenu(props: {
  label: string;
  onTheMap: { to: '/dashboard'; search: Record<string, string> };
  /** Absent without the permission. */
  onNote?: () => void;
}) {
  const navigate = useNavigate();
  const { onNote } = props;
  return (
    <ActionMenu
      label={props.label}
      entries={[
        { label: 'On the map', onClick: () => void navigate(props.onTheMap) },
        ...(onNote ? [{ label: 'Note', onClick: onNote }] : []),
      ]}
    />
  );
}
