// The dialog of an undo: looks, shows, asks about what changed since, does it, and says what came
// of it.
import { CircleX, LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import type { CallId } from '../../../contract/ids.ts'
import type { UndoDone, UndoPreview } from '../../../contract/call/undo-preview.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useRead } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import { strings } from './strings.ts'
import css from './undo.module.css'
import { UndoDoneView } from './undo-done.tsx'
import { UndoPlan } from './undo-plan.tsx'
import { forceOf, pathWords } from './undo-text.ts'

type Doing =
  | { readonly kind: 'rest' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed'; readonly error: Failure }
  | { readonly kind: 'done'; readonly done: UndoDone }

type Props = { readonly callId: CallId; close(): void; show(callId: CallId): void }

export function UndoBody({ callId, close, show }: Props) {
  const bridge = useBridge()
  const { value, error, busy, reload } = useRead(bridge, 'undo.preview', { callId })
  const [doing, setDoing] = useState<Doing>({ kind: 'rest' })
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const again = (): void => {
    setDoing({ kind: 'rest' })
    setTicked(new Set())
    reload()
  }
  const apply = async (): Promise<void> => {
    setDoing({ kind: 'busy' })
    const result = await bridge.call('undo.apply', { callId, force: forceOf(ticked) })
    setDoing(
      result.ok ? { kind: 'done', done: result.value } : { kind: 'failed', error: result.error },
    )
    // Something came in between: what is ticked was ticked for other conflicts.
    if (!result.ok && result.error.code === 'undo.conflicts') {
      setTicked(new Set())
      reload()
    }
  }
  if (doing.kind === 'done')
    return <UndoDoneView done={doing.done} close={close} show={show} again={again} />
  if (value === null) {
    return (
      <div className={css.body} role="status">
        {error === null ? (
          <p className={css.looking}>
            <LoaderCircle size={16} aria-hidden="true" className={css.turning} />{' '}
            {strings.searching}
          </p>
        ) : error.code === 'undo.nothing' ? (
          <p>{strings.nothingKept}</p>
        ) : (
          <Trouble error={error} />
        )}
        <div className={css.acts}>
          <Button onClick={close}>{strings.close}</Button>
        </div>
      </div>
    )
  }
  return (
    <div className={css.body}>
      <UndoPlan preview={value} ticked={ticked} tick={setTicked} />
      {doing.kind === 'failed' ? (
        <Trouble error={doing.error} />
      ) : error === null ? null : (
        <Trouble error={error} />
      )}
      <Acts
        preview={value}
        ready={isReady(value, ticked) && !busy}
        working={doing.kind === 'busy'}
        apply={() => void apply()}
        close={close}
      />
    </div>
  )
}

const isReady = ({ conflicts }: UndoPreview, ticked: ReadonlySet<string>): boolean =>
  conflicts.every(({ path }) => ticked.has(path))

function Trouble({ error }: { readonly error: Failure }) {
  return (
    <Notice tone="bad" alert icon={<CircleX size={16} aria-hidden="true" />}>
      <TroubleText {...error} />
    </Notice>
  )
}

type ActsProps = {
  readonly preview: UndoPreview
  readonly ready: boolean
  readonly working: boolean
  apply(): void
  close(): void
}

function Acts({ preview, ready, working, apply, close }: ActsProps) {
  if (preview.total === 0) {
    return (
      <div className={css.acts}>
        <Button onClick={close}>{strings.close}</Button>
      </div>
    )
  }
  return (
    <div className={css.acts}>
      <Button onClick={close}>{strings.cancel}</Button>
      <Button
        tone="strong"
        aria-disabled={!ready || working}
        onClick={() => ready && !working && apply()}
      >
        {working ? strings.busy : strings.ready(pathWords(preview.total))}
      </Button>
      {ready || working ? null : <span className={css.why}>{strings.tickFirst}</span>}
    </div>
  )
}
