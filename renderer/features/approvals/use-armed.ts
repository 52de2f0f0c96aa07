import { useEffect, useState } from 'react'
import { armMs } from './use-answer.ts'

/** False for as long as a click may have been meant for what was there before. */
export function useArmed(): boolean {
  const [armed, setArmed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), armMs)
    return () => clearTimeout(timer)
  }, [])
  return armed
}
