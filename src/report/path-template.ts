/** Segments that name one of many equal things; the table of what folds to `{}`. */
const VARIABLE_SEGMENTS: readonly RegExp[] = [
  /^\d+$/,
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /^[0-9a-f]{8,}$/i,
  // 2026-11-20, 2026_11_20, 2026.11.20; 20-11-2026; 2026-11
  /^\d{4}([-_.])\d{1,2}\1\d{1,2}$/,
  /^\d{1,2}([-_.])\d{1,2}\1\d{4}$/,
  /^\d{4}-\d{2}$/,
]

/**
 * `/item/17/photos/2026-11-20` → `/item/{}/photos/{}`: numbers, UUIDs, hex of 8 or more and dates
 * fold (tables.md §2). Takes the path of a parsed URL and looks at nothing else.
 */
export const pathTemplate = (pathname: string): string =>
  pathname
    .split('/')
    .map((segment) => (VARIABLE_SEGMENTS.some((kind) => kind.test(segment)) ? '{}' : segment))
    .join('/')
