// What is typed with an answer: the proof that an approval needs, and the note of a denial.
import { ShieldAlert } from 'lucide-react'
import type { Reply } from '../../../../contract/approval/approval.ts'
import css from './answers.module.css'
import { ProofField, type ProofInput } from './proof-field.tsx'
import { WordPanel } from './word-panel.tsx'

type Props = {
  /** Null where the call needs none. */
  readonly proof: ProofInput | null
  /** Of a denial; null while it is closed. */
  readonly note: { readonly mayDeny: boolean; close(): void } | null
  /** The system may prove it now, in place of what is typed. */
  readonly maySystem: boolean
  answer(reply: Reply): void
  onEnter(): void
}

export function AnswerFields({ proof, note, maySystem, answer, onEnter }: Props) {
  return (
    <div className={css.fields}>
      {proof === null ? null : (
        <ProofField
          proof={proof}
          icon={<ShieldAlert size={16} aria-hidden="true" />}
          bySystem={maySystem ? () => answer({ answer: 'once', proof: { kind: 'system' } }) : null}
          onEnter={onEnter}
        />
      )}
      {note === null ? null : (
        <WordPanel
          mayDeny={note.mayDeny}
          close={note.close}
          deny={(word) => answer({ answer: 'deny-once', word })}
        />
      )}
    </div>
  )
}
