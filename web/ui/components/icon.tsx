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
  find: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.6 10.6L14 14',
  more: 'M3.2 8h.1M8 8h.1M12.8 8h.1',
  chip: 'M4.5 4.5h7v7h-7zM6.5 4.5v-3M9.5 4.5v-3M6.5 14.5v-3M9.5 14.5v-3M4.5 6.5h-3M4.5 9.5h-3M14.5 6.5h-3M14.5 9.5h-3',
  project: 'M2 4h4.2l1.4 1.6H14v7H2z',
  overview: 'M2 7.5L8 2.5l6 5M3.8 6.5v7h8.4v-7',
  dashboard: 'M2.5 2.5h4.4v4.4H2.5zM9.1 2.5h4.4v4.4H9.1zM2.5 9.1h4.4v4.4H2.5zM9.1 9.1h4.4v4.4H9.1z',
  values: 'M2.5 3h11v10h-11zM2.5 6.3h11M2.5 9.6h11M6.2 3v10',
  figures: 'M2 2.5h12v11H2zM4.5 10.5l2.2-4 2 2.4 1.3-2 1.7 3.6',
  compare: 'M2 5.5h11M10.5 3L13 5.5 10.5 8M14 10.5H3M5.5 8L3 10.5 5.5 13',
  runs: 'M5.5 3.5l7 4.5-7 4.5z',
  flows: 'M3 3.5h4v3H3zM9 9.5h4v3H9zM5 6.5V11h4',
  schedules: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3',
  notes: 'M3.5 2h6l3 3v9h-9zM5.8 7.5h4.4M5.8 10.5h4.4',
  discussions: 'M2 3h12v8H7l-3 2.5V11H2z',
  cryostats: 'M8 1.5v13M2.4 4.8l11.2 6.4M13.6 4.8L2.4 11.2M6.2 2.6L8 4.2l1.8-1.6M6.2 13.4L8 11.8l1.8 1.6',
  inbox: 'M8 2a4 4 0 0 1 4 4c0 3.6 1.5 4.6 1.5 5.6h-11C2.5 10.6 4 9.6 4 6a4 4 0 0 1 4-4zM6.4 13.6h3.2',
} as const;

export type IconName = keyof typeof paths;

/** A small line icon; it adds nothing to the text next to it. */
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
