import { moved, type TimeWindow, zoomed } from '../../../values/lib/analysis/time-window.ts';
import { Button } from '../button.tsx';

/** Buttons that do what a drag over a history does. */
export function TimeZoom(props: {
  /** Of what it is the history. */
  name: string;
  whole: TimeWindow;
  shown: TimeWindow | undefined;
  onChange: (shown: TimeWindow | undefined) => void;
}) {
  const { name, whole, onChange } = props;
  const shown = props.shown ?? whole;
  const isAll = props.shown === undefined;
  const step = (word: string, text: string, to: TimeWindow | undefined, isOff: boolean) => (
    <Button small aria-label={`${name}: ${word}`} title={word} disabled={isOff} onClick={() => onChange(to)}>
      {text}
    </Button>
  );
  const closer = zoomed(whole, shown, 0.5);
  return (
    <>
      {step('earlier', '←', moved(whole, shown, -1), isAll || shown.from <= whole.from)}
      {step('later', '→', moved(whole, shown, 1), isAll || shown.to >= whole.to)}
      {step('closer', '+', closer, closer === undefined)}
      {step('wider', '−', zoomed(whole, shown, 2), isAll)}
      {step('all of it', 'All', undefined, isAll)}
    </>
  );
}
