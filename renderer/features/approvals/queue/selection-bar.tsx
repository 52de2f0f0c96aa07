// Several calls taken together by hand, to be denied with one press. Only denied: what is allowed
// has to be seen.
import { useEffect, useState } from 'react'
import type { Approval } from '../../../../contract/approval/approval.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { Button } from '../../../ui/button.tsx'
import css from '../approvals-screen.module.css'
import { useClickGuard } from '../answer/use-click-guard.ts'
import { strings } from '../strings.ts'

const { selecting: words } = strings

/** So many answers are on their way at once. */
const atOnce = 8

type Props = {
  readonly queue: readonly Approval[]
  /** Null while nothing is being selected. */
  readonly selected: ReadonlySet<string> | null
  change(selected: ReadonlySet<string> | null): void
}

export function SelectionBar({ queue, selected, change }: Props) {
  const bridge = useBridge()
  const [left, setLeft] = useState<number | null>(null)
  const [failed, setFailed] = useState(0)
  const armed = useClickGuard(String(selected !== null))
  const chosen = selected === null ? [] : queue.filter(({ id }) => selected.has(id))
  useEffect(() => {
    if (queue.length === 0 && selected !== null && left === null) change(null)
  }, [change, left, queue.length, selected])

  const deny = async (): Promise<void> => {
    if (!armed || left !== null || chosen.length === 0) return
    const ids = chosen.map(({ id }) => id)
    let open = ids.length
    let bad = 0
    setLeft(open)
    const next = async (): Promise<void> => {
      for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
        const result = await bridge.call('approvals.answer', { id, answer: 'deny-once' })
        // One that ended by itself meanwhile is denied all the same.
        if (!result.ok && result.error.code !== 'approval.answered') bad += 1
        open -= 1
        setLeft(open)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, next))
    setLeft(null)
    setFailed(bad)
    change(null)
  }

  return (
    <div className={css.selection}>
      <span role="status">
        {left !== null
          ? words.denying(left)
          : failed > 0
            ? words.failed(failed)
            : selected === null
              ? strings.order
              : words.count(chosen.length)}
      </span>
      {selected === null ? (
        queue.length < 2 ? null : (
          <Button
            size="small"
            tone="quiet"
            onClick={() => {
              setFailed(0)
              change(new Set())
            }}
          >
            {words.begin}
          </Button>
        )
      ) : (
        <>
          <Button
            size="small"
            tone="quiet"
            onClick={() => change(new Set(queue.map(({ id }) => id)))}
          >
            {words.all(queue.length)}
          </Button>
          <Button size="small" tone="quiet" onClick={() => change(null)}>
            {words.none}
          </Button>
          {chosen.length === 0 ? null : (
            <Button
              size="small"
              aria-disabled={!armed || left !== null}
              onClick={() => void deny()}
            >
              {words.deny(chosen.length)}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
