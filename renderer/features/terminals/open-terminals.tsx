// The sessions that agents have open, each with the way to watch it: all of them, or those of one run.
import { SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import type { TerminalListing } from '../../../contract/call/powers/terminal.ts'
import type { RunId } from '../../../contract/ids.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live/live-store.ts'
import { useNow } from '../../state/use-now.ts'
import { useRead } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/panel.tsx'
import { ago } from '../../ui/text/time-text.ts'
import { strings } from './strings.ts'
import { TerminalDialog } from './terminal-dialog.tsx'
import css from './terminals.module.css'

/** What is open now: a session begins and ends with a row of the journal. */
function useOpen() {
  const bridge = useBridge()
  const rows = useLive((live) => live.journalSeq)
  return useRead(bridge, 'terminals.list', {}, rows)
}

/** A section with all of them; nothing where there is none. */
export function OpenTerminals() {
  const { value, reload } = useOpen()
  const now = useNow()
  const [attached, setAttached] = useState<TerminalListing | null>(null)
  const open = value ?? []
  if (open.length === 0 && attached === null) return null
  return (
    <Section title={strings.title}>
      <div className={css.section}>
        <p className={css.text}>{strings.text}</p>
        <ul className={css.list}>
          {open.map((one) => (
            <li key={`${one.owner} ${one.name}`}>
              <code>{one.name}</code>
              <span className={css.text}>
                {strings.of(one.agent)} · {strings.since(ago(now - one.startedAt))} ·{' '}
                {one.reader === null ? strings.atPrompt : strings.running(one.reader)}
              </span>
              <Button
                size="small"
                aria-label={strings.attachTo(one.name)}
                onClick={() => setAttached(one)}
              >
                {strings.attach}
              </Button>
            </li>
          ))}
        </ul>
      </div>
      <TerminalDialog
        terminal={attached}
        onClose={() => {
          setAttached(null)
          reload()
        }}
      />
    </Section>
  )
}

/** Those of one run, in a row above its composer. */
export function RunTerminals({ runId }: { readonly runId: RunId }) {
  const { value, reload } = useOpen()
  const [attached, setAttached] = useState<TerminalListing | null>(null)
  const open = (value ?? []).filter((one) => one.runId === runId)
  if (open.length === 0 && attached === null) return null
  return (
    <div className={css.chips} role="group" aria-label={strings.title}>
      {open.map((one) => (
        <Button
          key={one.name}
          size="small"
          icon={<SquareTerminal size={14} aria-hidden="true" />}
          onClick={() => setAttached(one)}
        >
          {strings.chip(one.name)}
        </Button>
      ))}
      <TerminalDialog
        terminal={attached}
        onClose={() => {
          setAttached(null)
          reload()
        }}
      />
    </div>
  )
}
