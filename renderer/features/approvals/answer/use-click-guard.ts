import { useEffect, useState } from 'react'

/**
 * A click meant for what was under the pointer before must not answer: a new card does not react
 * for this long.
 */
export const armMs = 400

/**
 * False for as long as a click may have been meant for what was there before; it starts again
 * whenever `confirmation` is another.
 */
export function useClickGuard(confirmation = ''): boolean {
  const [armed, setArmed] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setArmed(confirmation), armMs)
    return () => clearTimeout(timer)
  }, [confirmation])
  return armed === confirmation
}
