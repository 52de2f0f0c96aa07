import { useEffect, useState } from 'react'
import { armMs } from './use-answer.ts'

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
