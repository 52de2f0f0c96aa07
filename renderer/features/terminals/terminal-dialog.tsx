// A session of an agent, live: what is on its screen and above it, and a field to type into it as the
// person. Text goes line by line, so that the journal can be read; keys have buttons of their own.
import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { TerminalListing, TerminalView } from '../../../contract/call/powers/terminal.ts'
import type { Failure } from '../../../contract/failure.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import { Exact } from '../../ui/text/exact-text.tsx'
import { strings } from './strings.ts'
import css from './terminals.module.css'
import { TypeForm } from './type-form.tsx'
import { useScreen } from './use-screen.ts'

type Props = {
  /** Null: closed. */
  readonly terminal: TerminalListing | null
  onClose(): void
}

export function TerminalDialog({ terminal, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Modal
      open={terminal !== null}
      onOpenChange={(open) => !open && onClose()}
      title={strings.dialog(terminal?.name ?? '')}
      closeLabel={strings.close}
      closeIcon={<X size={16} aria-hidden="true" />}
      wide
      initialFocus={field}
    >
      {terminal === null ? null : <Body terminal={terminal} field={field} />}
    </Modal>
  )
}

function Body({
  terminal,
  field,
}: {
  readonly terminal: TerminalListing
  readonly field: React.RefObject<HTMLInputElement | null>
}) {
  const [all, setAll] = useState(false)
  const { view, error, reload } = useScreen(terminal, all)
  const ended = view?.ended ?? false
  return (
    <div className={css.dialog}>
      <p className={css.text} role="status">
        {ended ? strings.ended : `${strings.of(terminal.agent)} · ${stateText(view)}`}
      </p>
      <ScreenText name={terminal.name} text={view?.text ?? ''} />
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
      <div className={css.row}>
        <Button size="small" tone="quiet" aria-pressed={all} onClick={() => setAll(!all)}>
          {all ? strings.newer : strings.older}
        </Button>
        {ended ? null : <EndSession terminal={terminal} done={reload} />}
      </div>
      {ended ? null : <TypeForm terminal={terminal} field={field} typed={reload} />}
    </div>
  )
}

const stateText = (view: TerminalView | null): string =>
  view === null || view.reader === null ? strings.atPrompt : strings.running(view.reader)

/** Stays at its end while its end is in sight. */
function ScreenText({ name, text }: { readonly name: string; readonly text: string }) {
  const box = useRef<HTMLPreElement>(null)
  const atEnd = useRef(true)
  useLayoutEffect(() => {
    const element = box.current
    if (element !== null && atEnd.current) element.scrollTop = element.scrollHeight
  }, [text])
  return (
    <pre
      ref={box}
      className={css.screen}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keys
      tabIndex={0}
      role="group"
      aria-label={strings.screen(name)}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < 8
      }}
    >
      <Exact text={text} prose />
    </pre>
  )
}

function EndSession({
  terminal: { owner, name },
  done,
}: {
  readonly terminal: TerminalListing
  done(): void
}) {
  const bridge = useBridge()
  const [error, setError] = useState<Failure | null>(null)
  const [asking, setAsking] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (asking) keep.current?.focus()
  }, [asking])
  const leave = (): void => {
    setAsking(false)
    requestAnimationFrame(() => opener.current?.focus())
  }
  const end = async (): Promise<void> => {
    const ended = await bridge.call('terminals.end', { owner, name })
    if (ended.ok) done()
    else setError(ended.error)
  }
  if (!asking)
    return (
      <Button
        ref={opener}
        className={css.ends}
        size="small"
        tone="quiet"
        onClick={() => setAsking(true)}
      >
        {strings.end}
      </Button>
    )
  return (
    <div className={css.row} role="alertdialog" aria-label={strings.endAsk(name)}>
      <p>{strings.endAsk(name)}</p>
      <Button ref={keep} size="small" onClick={leave}>
        {strings.endKeep}
      </Button>
      <Button size="small" tone="strong" onClick={() => void end()}>
        {strings.endNow}
      </Button>
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
    </div>
  )
}
