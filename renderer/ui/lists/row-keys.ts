/** The row that a key goes to; null where it goes to none. `page`: so many rows are in sight. */
export function rowOfKey(key: string, active: number, count: number, page: number): number | null {
  const next = {
    ArrowDown: active + 1,
    j: active + 1,
    ArrowUp: active - 1,
    k: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1,
  }[key]
  return next === undefined ? null : Math.min(count - 1, Math.max(0, next))
}
