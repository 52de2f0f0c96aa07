// Where a person proves that it is them. What is typed lives in the card until it is sent, and
// nowhere else.
import type { ReactNode, RefObject } from 'react'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useNow } from '../../../state/use-now.ts'
import { useRead } from '../../../state/use-read.ts'
import { Notice } from '../../../ui/panel.tsx'
import css from '../card/approval-card.module.css'
import { strings } from '../strings.ts'

export type ProofInput = {
  readonly typed: string
  type(text: string): void
  readonly ref: RefObject<HTMLInputElement | null>
}

type Props = { readonly proof: ProofInput; readonly icon: ReactNode; onEnter(): void }

export function ProofField({ proof, icon, onEnter }: Props) {
  const bridge = useBridge()
  const { value } = useRead(bridge, 'step-up.state', {})
  const lockedUntil = value?.lockedUntil ?? 0
  const locked = useNow() < lockedUntil
  if (value !== null && !value.passphrase && !value.totp) {
    return (
      <Notice tone="warn" icon={icon}>
        {strings.stepUpUnset}
      </Notice>
    )
  }
  return (
    <Notice tone="warn" icon={icon}>
      <p>{locked ? strings.stepUpLocked : strings.stepUp}</p>
      <label className={`${css.field} ${css.proof}`}>
        <span>{strings.proof}</span>
        <input
          ref={proof.ref}
          type="password"
          autoComplete="off"
          value={proof.typed}
          onChange={(event) => proof.type(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && !event.repeat && onEnter()}
        />
      </label>
    </Notice>
  )
}
