// Where a person proves that it is them. What is typed lives in the card until it is sent, and
// nowhere else.
import { type ReactNode, type RefObject, useState } from 'react'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { useNow } from '../../../state/use-now.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/panel.tsx'
import { clockSpan } from '../../../ui/text/time-text.ts'
import css from './answers.module.css'
import { SetPassphrase } from './set-passphrase.tsx'
import { strings } from '../strings.ts'

export type ProofInput = {
  readonly typed: string
  type(text: string): void
  readonly ref: RefObject<HTMLInputElement | null>
}

type Props = {
  readonly proof: ProofInput
  readonly icon: ReactNode
  /** Null where the call may not be approved now. */
  readonly bySystem: (() => void) | null
  onEnter(): void
}

export function ProofField({ proof, icon, bySystem, onEnter }: Props) {
  const bridge = useBridge()
  const host = useLive((live) => live.app?.host)
  const [sets, setSets] = useState(0)
  const { value } = useRead(bridge, 'step-up.state', {}, sets)
  const lockedUntil = value?.lockedUntil ?? 0
  const lockedFor = lockedUntil - useNow()
  const locked = lockedFor > 0
  if (value !== null && !value.passphrase && !value.totp) {
    return (
      <Notice tone="warn" icon={icon}>
        <SetPassphrase onSet={() => setSets(sets + 1)} />
      </Notice>
    )
  }
  return (
    <Notice tone="warn" icon={icon}>
      <p className={locked ? undefined : css.briefly}>
        {locked ? strings.stepUpLocked(clockSpan(lockedFor)) : strings.stepUp}
      </p>
      <label className={`${css.field} ${css.proof}`}>
        <span>{strings.proof}</span>
        <input
          ref={proof.ref}
          data-proof=""
          type="password"
          autoComplete="off"
          value={proof.typed}
          onChange={(event) => proof.type(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && !event.repeat && onEnter()}
        />
      </label>
      {value?.system === 'on' && host === 'electron' ? (
        <Button aria-disabled={bySystem === null || locked} onClick={() => bySystem?.()}>
          {strings.touchId}
        </Button>
      ) : null}
    </Notice>
  )
}
