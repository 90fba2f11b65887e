import { CheckField } from '../../ui/components/field.tsx';

/** Asks whether what the simulator yields becomes current on a chip with real values; else it is a trial (rule SIM-2). */
export const KeepSimulatedField = (props: {
  chipId: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) => (
  <CheckField
    label={`Make the simulated values current. ${props.chipId} has real ones: without this, the run is a trial and changes none of them`}
    checked={props.checked}
    onChange={(event) => props.onChange(event.target.checked)}
  />
);
