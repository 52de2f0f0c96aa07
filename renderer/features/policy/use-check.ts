// What main says of a text, a moment after the last key. What was said of an older text is kept
// until then.
import { useEffect, useMemo, useState } from 'react'
import type { ConfigProblem } from '../../../contract/policy/config/config-problem.ts'
import type { PolicyWarning } from '../../../contract/policy/policy-report.ts'
import { useBridge } from '../../bridge/bridge-context.ts'

const AFTER_MS = 250

/** `of`: the text that this is about; `busy`: there is a newer one. */
export type Checked = {
  readonly of: string | null
  readonly busy: boolean
  readonly problems: readonly ConfigProblem[]
  readonly warnings: readonly PolicyWarning[]
}

export function useCheck(text: string): Checked {
  const bridge = useBridge()
  const [checked, setChecked] = useState<Omit<Checked, 'busy'>>({
    of: null,
    problems: [],
    warnings: [],
  })
  useEffect(() => {
    let current = true
    const timer = setTimeout(() => {
      void bridge.call('policy.check', { text }).then((result) => {
        if (!current) return
        // A text that cannot be checked, such as one that is too long, cannot be saved either.
        const failed = (error: { text: string; hint?: string | undefined }): ConfigProblem => ({
          file: '',
          line: 1,
          column: 1,
          text: error.text,
          hint: error.hint ?? '',
        })
        setChecked(
          result.ok
            ? { of: text, problems: result.value.problems, warnings: result.value.warnings }
            : { of: text, problems: [failed(result.error)], warnings: [] },
        )
      })
    }, AFTER_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [bridge, text])
  return useMemo(() => ({ ...checked, busy: checked.of !== text }), [checked, text])
}
