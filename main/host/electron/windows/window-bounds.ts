// Where a window goes, on displays that may have changed since it was there. Pure.

export type Bounds = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Before a person has changed it. */
export const USUAL_SIZE = { width: 1240, height: 820 } as const
export const SMALLEST_SIZE = { width: 720, height: 480 } as const
/** How much of a window has to be on a display, so that a hand can get hold of it. */
const GRIP = { width: 160, height: 48 } as const

/**
 * Where it was, as far as that is on a display; else the same size, no larger than the first
 * display, in its middle. `areas`: what each display has room for, the main one first.
 */
export function boundsOn(
  was: Partial<Bounds> & Pick<Bounds, 'width' | 'height'>,
  areas: readonly Bounds[],
): Partial<Bounds> & Pick<Bounds, 'width' | 'height'> {
  const [main] = areas
  if (main === undefined) return { width: was.width, height: was.height }
  const { x, y } = was
  if (x !== undefined && y !== undefined) {
    const there = areas
      .filter((area) => y >= area.y - GRIP.height)
      .map((area) => ({ area, bounds: { ...fitted(was, area), x, y: Math.max(y, area.y) } }))
      .find(({ area, bounds }) => seen(bounds, area))
    if (there !== undefined) return there.bounds
  }
  const size = fitted(was, main)
  return {
    ...size,
    x: main.x + Math.round((main.width - size.width) / 2),
    y: main.y + Math.round((main.height - size.height) / 2),
  }
}

const fitted = (
  { width, height }: Pick<Bounds, 'width' | 'height'>,
  area: Bounds,
): Pick<Bounds, 'width' | 'height'> => ({
  width: Math.min(width, area.width),
  height: Math.min(height, area.height),
})

/** Its title bar is within reach there. */
function seen(window: Bounds, area: Bounds): boolean {
  const across = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x)
  const below = area.y + area.height - window.y
  return across >= Math.min(GRIP.width, window.width) && below >= GRIP.height
}

/** The upper right corner, where notifications are. */
export const cornerOf = (
  area: Bounds,
  size: Pick<Bounds, 'width' | 'height'>,
  gap: number,
): Bounds => {
  const { width, height } = fitted(size, {
    ...area,
    width: area.width - 2 * gap,
    height: area.height - 2 * gap,
  })
  return { x: area.x + area.width - width - gap, y: area.y + gap, width, height }
}
