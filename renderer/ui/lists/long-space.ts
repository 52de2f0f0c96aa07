// The arithmetic of a list that is longer than a browser lets an element be. Pure; lengths in
// pixels.
//
// The list is `length` long, and what is scrolled is `space`: the same where that fits, else
// shorter. The first and the last part of both are alike, pixel by pixel; the middle is drawn
// together. A small movement moves the list by exactly as much, wherever it is, and a jump (the
// thumb, Home, End) goes to the place that it means. Between the two, what is scrolled and what it
// means drift apart by `shift`; when the scrolling rests, `rested` puts them together again,
// unseen.

/** Something of another height between two rows: `px` before the row `at`. */
export type Gap = { readonly at: number; readonly px: number }

export type Space = {
  readonly rows: number
  readonly rowHeight: number
  readonly view: number
  /** The longest element. */
  readonly most: number
  /** In the order of their rows; few, beside the rows. */
  readonly gaps?: readonly Gap[]
}

/** `top`: where the list is. `scrolled`: where the element is. */
export type Position = { readonly top: number; readonly scrolled: number }

/** Chromium ends at 33.5 million pixels, Firefox below 18 million. */
export const LONGEST = 8_000_000
/** What is alike at both ends, as a part of the space. */
const ENDS = 0.25

export const lengthOf = (space: Space): number => offsetOf(space, space.rows)

/** Where a row begins, below everything that is put before it. */
export function offsetOf({ rowHeight, gaps = [] }: Space, row: number): number {
  let offset = row * rowHeight
  for (const { at, px } of gaps) {
    if (at > row) break
    offset += px
  }
  return offset
}

/** The last row that begins at `y` or above; what is put below a row belongs to it here. */
export function rowAtOffset({ rowHeight, gaps = [] }: Space, y: number): number {
  let put = 0
  for (const { at, px } of gaps) {
    if (at * rowHeight + put + px > y) return Math.min(at - 1, Math.floor((y - put) / rowHeight))
    put += px
  }
  return Math.floor((y - put) / rowHeight)
}

/** The same row at the same height in the view, in a space that has become another. */
export function keptPlace(before: Space, after: Space, top: number): number {
  if (top <= 0) return top
  const row = rowAtOffset(before, top)
  if (row < 0) return top
  return offsetOf(after, row) + (top - offsetOf(before, row))
}
export const spaceOf = (space: Space): number => Math.min(lengthOf(space), space.most)
const lastTop = (space: Space): number => Math.max(0, lengthOf(space) - space.view)
const lastScrolled = (space: Space): number => Math.max(0, spaceOf(space) - space.view)
const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, value))

/**
 * A movement that is longer is a jump: by hand nobody scrolls as far between two frames, and one
 * pixel of the thumb is farther.
 */
const jumpOf = (space: Space): number => Math.max(4 * space.view, lastScrolled(space) / 2_000)

/** Where the list is when the element is scrolled there. */
export function topAt(space: Space, scrolled: number): number {
  const [tops, positions] = [lastTop(space), lastScrolled(space)]
  const at = clamp(scrolled, positions)
  if (tops === positions) return at
  const end = positions * ENDS
  if (at <= end) return at
  if (at >= positions - end) return tops - (positions - at)
  return end + ((at - end) * (tops - 2 * end)) / (positions - 2 * end)
}

/** Where the element is to be scrolled for the list to be there: the other way round. */
export function scrolledAt(space: Space, top: number): number {
  const [tops, positions] = [lastTop(space), lastScrolled(space)]
  const at = clamp(top, tops)
  if (tops === positions) return at
  const end = positions * ENDS
  if (at <= end) return at
  if (at >= tops - end) return positions - (tops - at)
  return end + ((at - end) * (positions - 2 * end)) / (tops - 2 * end)
}

/** The element was scrolled, by whatever. */
export function moved(space: Space, position: Position, scrolled: number): Position {
  const way = scrolled - position.scrolled
  const ended = scrolled <= 0 || scrolled >= lastScrolled(space)
  if (ended || Math.abs(way) > jumpOf(space)) return { top: topAt(space, scrolled), scrolled }
  return { top: clamp(position.top + way, lastTop(space)), scrolled }
}

/** The list is to be there. */
export const placed = (space: Space, top: number): Position => {
  const at = clamp(top, lastTop(space))
  return { top: at, scrolled: Math.round(scrolledAt(space, at)) }
}

/** What is scrolled, put where the list is. The list does not move. */
export const rested = (space: Space, position: Position): Position => ({
  top: clamp(position.top, lastTop(space)),
  scrolled: Math.round(scrolledAt(space, position.top)),
})

/** How far the drawn rows have to be moved so that they are in sight. */
export const shiftOf = ({ top, scrolled }: Position): number => scrolled - top

/**
 * Rows from `first` to `end`, the last not included, moved by `shift`. `atTop`: the first row is in
 * sight.
 */
export type RenderedRange = {
  readonly first: number
  readonly end: number
  readonly shift: number
  readonly atTop: boolean
}

/** Rows drawn beyond those in sight, and how few of them may be left before others are drawn. */
const OVER = 10
const LEAST_OVER = 3

/** Drawn before the first time. */
export const NOTHING: RenderedRange = { first: 0, end: 0, shift: 0, atTop: true }

/**
 * What to draw. `before`: what was drawn while the list moved, null when it rests. While it moves,
 * the same rows stay drawn as long as they do, and after a leap only those in sight are: the next
 * frame has others.
 */
export function renderedAt(
  space: Space,
  position: Position,
  before: RenderedRange | null,
): RenderedRange {
  const shift = shiftOf(position)
  const atTop = position.top < space.rowHeight
  const near = around(space, position.top, LEAST_OVER)
  if (before !== null && before.first <= near.first && before.end >= near.end)
    return { ...before, shift, atTop }
  const sight = around(space, position.top, 0)
  const leapt = before !== null && (sight.first >= before.end || sight.end <= before.first)
  return { ...around(space, position.top, leapt ? 1 : OVER), shift, atTop }
}

export const sameRange = (one: RenderedRange, other: RenderedRange): boolean =>
  one.first === other.first &&
  one.end === other.end &&
  one.shift === other.shift &&
  one.atTop === other.atTop

/** The rows in sight and `over` more on each side. */
function around(
  space: Space,
  top: number,
  over: number,
): { readonly first: number; readonly end: number } {
  const first = Math.max(0, rowAtOffset(space, top) - over)
  const end = Math.min(space.rows, rowAtOffset(space, top + space.view - 0.001) + 1 + over)
  return { first: Math.min(first, space.rows), end }
}

/** Where the list has to be for a row to be in sight, moving no farther than needed. */
export function topFor(space: Space, top: number, row: number): number {
  const at = offsetOf(space, row)
  // What is put above the first row is seen with it.
  if (at < top) return row === 0 ? Math.max(0, at + space.rowHeight - space.view) : at
  return at + space.rowHeight > top + space.view ? at + space.rowHeight - space.view : top
}

/** The same for what is put below a row: all of it with its row, or its beginning where it is longer. */
export function topForBelow(space: Space, top: number, row: number, px: number): number {
  const at = offsetOf(space, row)
  const end = at + space.rowHeight + px
  if (at < top) return at
  return end > top + space.view ? Math.min(at, end - space.view) : top
}
