// What the held call did in a throw-away copy. Its line has its place before there is anything to
// say, so that nothing moves under the pointer when a rehearsal that nobody asked for comes in.
import { CircleAlert, CircleCheck, CircleX, FlaskConical, LoaderCircle } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Approval } from '../../../../../contract/approval/approval.ts'
import type { Failure } from '../../../../../contract/failure.ts'
import type { Rehearsal } from '../../../../../contract/call/rehearsal.ts'
import { useBridge } from '../../../../bridge/bridge-context.ts'
import { changeLive } from '../../../../state/live/live-store.ts'
import { applyEvent } from '../../../../state/live/live.ts'
import { Button } from '../../../../ui/button.tsx'
import { Section, TroubleText } from '../../../../ui/panel.tsx'
import css from './rehearsal-section.module.css'
import { RehearsalDetails } from './rehearsal-details.tsx'
import { countWords, endWords, mayRehearse } from './rehearsal-text.ts'
import { isHeldHere } from '../held-here.ts'
import { StagedSection } from './staged-section.tsx'
import { strings } from '../../strings.ts'

const words = strings.rehearsal

type Trying =
  | { readonly kind: 'rest' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed'; readonly error: Failure }

/** The rehearsal of a call; where it has run in a copy already, what it did there. */
export function RehearsalSection({ approval }: { readonly approval: Approval }) {
  const { rehearsal, staged } = approval
  return staged !== null && rehearsal !== null ? (
    <StagedSection
      id={approval.id}
      rehearsal={rehearsal}
      conflicts={staged.conflicts}
      pending={isHeldHere(approval)}
    />
  ) : (
    <Unstaged approval={approval} />
  )
}

function Unstaged({ approval }: { readonly approval: Approval }) {
  const { rehearsal } = approval
  const pending = isHeldHere(approval)
  const [open, setOpen] = useState(rehearsal !== null)
  const { trying, start } = useTry(approval, () => setOpen(true))
  const detailsId = useId()
  if (rehearsal === null && !(pending && mayRehearse(approval))) return null
  const busy = trying.kind === 'busy'
  // A box of its own only for what there is to see.
  const plain = rehearsal === null
  return (
    <Frame plain={plain}>
      <div className={css.line}>
        <div role="status" className={css.status}>
          {busy ? (
            <>
              <LoaderCircle size={16} aria-hidden="true" className={css.turning} />{' '}
              <span>{words.busy}</span>
            </>
          ) : rehearsal === null ? (
            <span className={css.quiet}>{words.notYet}</span>
          ) : (
            <Summary rehearsal={rehearsal} />
          )}
        </div>
        {rehearsal === null || busy ? null : (
          <Button
            tone="quiet"
            size="small"
            aria-expanded={open}
            aria-controls={detailsId}
            onClick={() => setOpen(!open)}
          >
            {open ? words.hide : words.show}
          </Button>
        )}
        {pending ? (
          <Button
            tone={rehearsal === null ? 'plain' : 'quiet'}
            size="small"
            icon={<FlaskConical size={14} aria-hidden="true" />}
            aria-disabled={busy}
            data-rehearse=""
            hotkey="R"
            onClick={start}
          >
            {rehearsal === null ? words.start : words.again}
          </Button>
        ) : null}
      </div>
      {trying.kind === 'failed' ? (
        <p role="alert" className={css.refused}>
          <CircleAlert size={16} aria-hidden="true" />
          <span>
            <TroubleText {...trying.error} />
          </span>
        </p>
      ) : null}
      <div id={detailsId}>
        {rehearsal !== null && open ? <RehearsalDetails rehearsal={rehearsal} /> : null}
      </div>
    </Frame>
  )
}

function Frame({ plain, children }: { readonly plain: boolean; readonly children: ReactNode }) {
  return plain ? (
    <div role="group" aria-label={words.title} className={css.plain}>
      {children}
    </div>
  ) : (
    <Section title={words.title} aside={words.aside}>
      {children}
    </Section>
  )
}

const icons = { ok: CircleCheck, warn: CircleAlert, bad: CircleX }

function Summary({ rehearsal }: { readonly rehearsal: Rehearsal }) {
  const end = endWords(rehearsal.end)
  const Icon = icons[end.tone]
  return (
    <>
      <Icon size={16} aria-hidden="true" className={css.icon} data-tone={end.tone} />
      <span>
        <b>{end.text}</b> · {countWords(rehearsal.counts)}
        {rehearsal.hosts.length === 0 ? null : (
          <span className={css.hosts}> · {words.triedHosts(rehearsal.hosts.length)}</span>
        )}
      </span>
    </>
  )
}

/**
 * Leaving the card gives up waiting, not the rehearsal: main ends it when the call is answered, and
 * its result comes as an event.
 */
function useTry(approval: Approval, shown: () => void): { readonly trying: Trying; start(): void } {
  const bridge = useBridge()
  const [trying, setTrying] = useState<Trying>({ kind: 'rest' })
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  // Small ones are tried on their own as soon as somebody looks; what came of it comes as an
  // event.
  const untried = isHeldHere(approval) && approval.rehearsal === null
  useEffect(() => {
    if (untried) void bridge.call('approvals.rehearse', { id: approval.id, opened: true })
  }, [bridge, approval.id, untried])
  const start = (): void => {
    if (trying.kind === 'busy') return
    setTrying({ kind: 'busy' })
    void bridge.call('approvals.rehearse', { id: approval.id }).then((result) => {
      if (result.ok && result.value.state === 'pending')
        changeLive((live) => applyEvent(live, { kind: 'approval-changed', approval: result.value }))
      if (!here.current) return
      setTrying(result.ok ? { kind: 'rest' } : { kind: 'failed', error: result.error })
      if (result.ok) shown()
    })
  }
  return { trying, start }
}
