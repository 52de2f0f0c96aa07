// The text of the policy as a person is changing it: unsaved, so it lives here and survives leaving
// the screen.
import { create } from 'zustand'

export type Draft = {
  readonly text: string
  /** The file as it was when the change began, and its hash. */
  readonly base: string
  readonly baseHash: string
}

/** Out of a suggested skill. */
export type RuleStart = {
  readonly suggestion: number
  readonly tools: readonly string[]
  readonly reason: string
  readonly pattern: string
}

type PolicyDraft = {
  /** Null: the file is shown as it is. */
  readonly draft: Draft | null
  /** Line of the file that the editor should show next; null once it has. */
  readonly goTo: number | null
  /** A call that is being put together on the test bench. */
  readonly testerText: string
  /** What the next new rule begins as; null: empty. */
  readonly ruleStart: RuleStart | null
}

export const usePolicyDraft = create<PolicyDraft>()(() => ({
  draft: null,
  goTo: null,
  testerText: '',
  ruleStart: null,
}))

export const setDraft = (draft: Draft | null): void => usePolicyDraft.setState({ draft })
export const setGoTo = (goTo: number | null): void => usePolicyDraft.setState({ goTo })
export const setTesterText = (testerText: string): void => usePolicyDraft.setState({ testerText })
export const setRuleStart = (ruleStart: RuleStart | null): void =>
  usePolicyDraft.setState({ ruleStart })
export const currentDraft = (): Draft | null => usePolicyDraft.getState().draft
