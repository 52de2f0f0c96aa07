import { useEffect, useState } from 'react'
import { armMs } from './use-answer.ts'

/**
 * False for as long as a click may have been meant for what was there before; anew whenever
 * `question` is another.
 */
export function useClickGuard(question = ''): boolean {
  const [armed, setArmed] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setArmed(question), armMs)
    return () => clearTimeout(timer)
  }, [question])
  return armed === question
}
