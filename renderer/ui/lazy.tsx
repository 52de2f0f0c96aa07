// A part of the window whose code comes when it is needed, or before that where somebody sees it
// coming. React's own `lazy` holds a part back until 300 ms after the words that stood in for it,
// however soon it came; here it is drawn when it is there.
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

export type Lazy<P> = ComponentType<P> & {
  /** Gets the code, once. Rejects where it cannot be had; the next time it is tried again. */
  load(): Promise<void>
}

/**
 * The code of a part could not be loaded. Only a new page helps in every browser: Chromium 150
 * keeps the failure of a module, or of one that it imports, for as long as the page lives, and
 * `import()` gives it back without asking again.
 */
export class CodeLoadError extends Error {
  override readonly name = 'CodeLoadError'
}

/**
 * `meanwhile` is shown in its place. Where the code cannot be had, it throws a `CodeLoadError`
 * while it is drawn.
 */
export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  meanwhile: ReactNode,
): Lazy<P> {
  let Part: ComponentType<P> | null = null
  let loading: Promise<void> | null = null
  const get = (): Promise<void> =>
    (loading ??= load().then(
      (part) => {
        Part = part
      },
      (fault: unknown) => {
        loading = null
        throw fault
      },
    ))

  function Shown(props: P): ReactNode {
    const [state, setState] = useState<{ readonly fault: Error | null }>({ fault: null })
    useEffect(() => {
      let here = true
      const draw = (fault: Error | null): void => {
        if (here) setState({ fault })
      }
      if (Part === null) {
        get().then(
          () => draw(null),
          (fault: unknown) =>
            draw(
              new CodeLoadError(fault instanceof Error ? fault.message : String(fault), {
                cause: fault,
              }),
            ),
        )
      }
      return () => {
        here = false
      }
    }, [])
    if (state.fault !== null) throw state.fault
    return Part === null ? meanwhile : <Part {...props} />
  }
  return Object.assign(Shown, { load: get })
}
