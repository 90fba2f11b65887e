/** A day of the API, `20250301`, as the URL and fields have it, `2025-03-01`. */
export const dashedDay = (day: string): string => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;

/** A day of the URL as the API takes it. */
export const plainDay = (day: string): string => day.replaceAll('-', '');
