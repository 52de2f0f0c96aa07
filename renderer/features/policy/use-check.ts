// What main says of a text, a moment after the last key. What was said of an older text is kept until then.
import { useEffect, useState } from 'react'
import type { ConfigProblem } from '../../../contract/config.ts'
import type { PolicyWarning } from '../../../contract/policy.ts'
import { useBridge } from '../../bridge/bridge-context.ts'

const AFTER_MS = 250

export type Checked = { readonly busy: boolean; readonly problems: readonly ConfigProblem[]; readonly warnings: readonly PolicyWarning[] }

export function useCheck(text: string): Checked {
  const bridge = useBridge()
  const [checked, setChecked] = useState<Checked>({ busy: true, problems: [], warnings: [] })
  useEffect(() => {
    let current = true
    setChecked((before) => ({ ...before, busy: true }))
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
            ? { busy: false, problems: result.value.problems, warnings: result.value.warnings }
            : { busy: false, problems: [failed(result.error)], warnings: [] },
        )
      })
    }, AFTER_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [bridge, text])
  return checked
}
