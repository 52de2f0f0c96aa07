// What the fields of a schema form share: its words, and a way to report problems.
import { createContext, use } from 'react'
import type { Problem } from './check-value.ts'

/** Every word of a form, from anyone who shows it. */
export type FormWords = {
  readonly optional: string
  readonly notGiven: string
  readonly yes: string
  readonly no: string
  /** Name of the field that takes the whole value as JSON. */
  readonly whole: string
  readonly asJson: string
  /** Is where a schema takes nothing. */
  readonly nothing: string
  usual(value: string): string
  item(list: string, index: number): string
  add(list: string): string
  remove(item: string): string
  problem(problem: Problem): string
}

type FormParts = {
  readonly id: string
  readonly words: FormWords
  readonly showAll: boolean
  /** The first one at each place. */
  readonly problems: ReadonlyMap<string, Problem>
  /** A text that is no value yet; null once it is. */
  report(at: string, problem: Problem | null): void
}

export const FormContext = createContext<FormParts | null>(null)

export function useForm(): FormParts {
  const form = use(FormContext)
  if (form === null) throw new Error('useForm: a field outside of a form')
  return form
}
