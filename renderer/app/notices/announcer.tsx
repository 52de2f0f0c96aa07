// Says once, for those who do not see it, that a call is held, runs out or ran out. Streaming text
// is never announced.
import { useEffect, useRef, useState } from 'react'
import type { Approval } from '../../../contract/approval/approval.ts'
import type { ApprovalId } from '../../../contract/ids.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live/live-store.ts'
import { useRead } from '../../state/use-read.ts'
import { useNow } from '../../state/use-now.ts'
import { changeWords, runningOut, type Said, soonWords } from './announce.ts'
import css from './announcer.module.css'
import { drawAttention, dropAttention, questionNotices } from './attention.ts'
import { usePageTitle } from './page-title.ts'

type Open = ReadonlyMap<ApprovalId, Approval>

export function Announcer() {
  const open = useLive((live) => live.open)
  const workspace = useLive((live) => live.app?.workspace.path ?? '')
  const asked = useLive((live) => (live.app?.servers.questions ?? 0) > 0)
  const known = useRef<Open | null>(null)
  const [words, setWords] = useState<Said>({ polite: '', urgent: '' })

  usePageTitle(open?.size ?? null)

  useEffect(() => {
    if (open === null) return
    const before = known.current
    known.current = open
    if (before === null) return
    for (const [id, approval] of open) if (!before.has(id)) drawAttention(approval)
    for (const id of before.keys()) if (!open.has(id)) dropAttention(id)
    const said = changeWords(before, open, Date.now(), workspace)
    if (said !== null) setWords(said)
  }, [open, workspace])

  return (
    <>
      <div className={css.hidden} role="status" aria-live="polite">
        {words.polite}
      </div>
      <div className={css.hidden} role="alert" aria-live="assertive">
        {words.urgent}
      </div>
      {open === null || open.size === 0 ? null : <LastMinute open={open} workspace={workspace} />}
      {asked ? <Questions /> : null}
    </>
  )
}

/** Of servers, for as long as there are some. */
function Questions() {
  const bridge = useBridge()
  const turn = useLive((live) => live.serversRevision)
  const { value } = useRead(bridge, 'servers.questions', {}, turn)
  useEffect(() => {
    if (value !== null) questionNotices.now(value)
  }, [value])
  useEffect(() => () => questionNotices.now([]), [])
  return null
}

/** Each call is said once. */
function LastMinute({ open, workspace }: { readonly open: Open; readonly workspace: string }) {
  const now = useNow()
  const reported = useRef(new Set<string>())
  const [words, setWords] = useState('')
  useEffect(() => {
    const soon = runningOut(open, now).filter(({ id }) => !reported.current.has(id))
    for (const { id } of soon) reported.current.add(id)
    if (soon.length > 0) setWords(soonWords(soon, workspace))
  }, [now, open, workspace])
  return (
    <div className={css.hidden} role="status" aria-live="polite">
      {words}
    </div>
  )
}
