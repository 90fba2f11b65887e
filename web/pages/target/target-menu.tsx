import { useNavigate } from '@tanstack/react-router';
import { ActionMenu } from '../../components/action-menu.tsx';

/** What has no room on a phone beside what is done most. */
export function TargetMenu(props: {
  label: string;
  onTheMap: { to: '/dashboard'; search: Record<string, string> };
  /** Absent for whoever may not. */
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
