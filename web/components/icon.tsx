const paths = {
  check: 'M3.5 8.5l3 3 6-7',
  alert: 'M8 4.6v4.2M8 11.3v.1M8 1.8l6.6 11.9H1.4z',
  clock: 'M8 4.5V8l2.4 1.6M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z',
  play: 'M5.5 3.5l7 4.5-7 4.5z',
  stop: 'M5 8h6M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z',
  cross: 'M4.5 4.5l7 7M11.5 4.5l-7 7',
  down: 'M4 6.5L8 10l4-3.5',
  download: 'M8 2.5v7.5M4.8 7L8 10.2 11.2 7M3 13.2h10',
  upload: 'M8 10.5V3M4.8 6L8 2.8 11.2 6M3 13.2h10',
  plus: 'M8 3.5v9M3.5 8h9',
  user: 'M8 8.2a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4zM2.8 13.6c.6-2.4 2.7-3.6 5.2-3.6s4.6 1.2 5.2 3.6',
  skip: 'M3.5 4l5 4-5 4zM12 4v8',
  lock: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  ring: 'M13 8A5 5 0 1 1 3 8a5 5 0 0 1 10 0z',
} as const;

export type IconName = keyof typeof paths;

/** A small line icon; it says nothing that the text beside it does not say. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
