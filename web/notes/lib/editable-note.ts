/** A note as an editor needs it; `updated_at` is null if there is none. */
export interface EditableNote {
  content: string;
  updated_by: string;
  updated_at: string | null;
  etag: string;
}
