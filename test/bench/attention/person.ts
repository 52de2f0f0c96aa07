// A simulated person at the approvals: reads nothing, takes the first lasting scope that a card
// offers, proves that it is there where that is asked for, and denies what takes away files in bulk,
// rights or credentials.
import type { Approval } from '../../../contract/approval/approval.ts'
import type { App } from '../../../main/host/app.ts'
import type { Ask } from './callers.ts'
import type { Effect } from './mix.ts'

export const PASSPHRASE = 'orchard of seven lamps'

const denied: ReadonlySet<Effect> = new Set(['destructive', 'privilege', 'secret'])

export type Person = {
  /** What the call is about that is made next. */
  expect(effect: Effect): void
  /** All that was asked, in order. */
  readonly asked: readonly Approval[]
  /** Of these, what it could not answer as it wanted to, in words. */
  readonly faults: readonly string[]
  leave(): void
}

/**
 * first-scope: as above. approve-staged: approves once what a command changed in its copy, and denies
 * everything else.
 */
export type Habit = 'first-scope' | 'approve-staged'

export async function simulatePerson(app: App, ask: Ask, habit: Habit): Promise<Person> {
  await ask('step-up.set-passphrase', { passphrase: PASSPHRASE })
  const asked: Approval[] = []
  let effect: Effect = 'none'
  const answer = async (approval: Approval): Promise<void> => {
    asked.push(approval)
    const { id, proposals, answers, decision } = approval
    const proposal = proposals.findIndex(({ allows }) => allows)
    if (habit === 'approve-staged') {
      const word = approval.staged === null ? 'deny-once' : 'once'
      return void (await ask('approvals.answer', { id, answer: word }))
    }
    if (denied.has(effect)) return void (await ask('approvals.answer', { id, answer: 'deny-once' }))
    const proof = decision.stepUp
      ? { proof: { kind: 'passphrase', passphrase: PASSPHRASE } as const }
      : {}
    if (proposal >= 0 && answers.includes('scope') && !decision.stepUp) {
      const choice = { proposal, lasts: 'until-revoked' } as const
      await ask('approvals.answer', { id, answer: 'scope', choice })
    } else await ask('approvals.answer', { id, answer: 'once', ...proof })
  }
  const faults: string[] = []
  const leave = app.subscribe((event) => {
    if (event.kind === 'approval-opened')
      void answer(event.approval).catch((fault: unknown) => {
        faults.push(String(fault))
        // A call that nobody can answer would wait for good.
        void ask('approvals.answer', { id: event.approval.id, answer: 'deny-once' }).catch(() => {})
        console.error(`not answered: ${String(fault)}`)
      })
  })
  return { expect: (next) => void (effect = next), asked, faults, leave }
}
