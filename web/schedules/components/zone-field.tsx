import { TextField } from '../../ui/components/field.tsx';

/** A time zone by its IANA name, with those that the browser knows to choose from. */
export function ZoneField(props: { value: string; problem: string | undefined; onChange: (zone: string) => void }) {
  return (
    <>
      <TextField
        label="Time zone"
        hint="IANA name, such as Europe/Berlin"
        problem={props.problem}
        list="time-zones"
        required
        autoComplete="off"
        spellCheck={false}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
      <datalist id="time-zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
