// Agents of the person's own as somebody is writing them: unsaved, so they live here and survive
// leaving the screen. By the name of the file; one that has none yet under NEW.
import { create } from 'zustand'

export const NEW = ''

type AgentDraft = {
  readonly text: string
  /** The file that it was made from; null: there was none. */
  readonly base: string | null
}

const useDrafts = create<{ readonly drafts: ReadonlyMap<string, AgentDraft> }>()(() => ({
  drafts: new Map(),
}))

/** Null: the file is shown as it is. */
export const useAgentDraft = (name: string): AgentDraft | null =>
  useDrafts(({ drafts }) => drafts.get(name) ?? null)

export const setAgentDraft = (name: string, draft: AgentDraft | null): void =>
  useDrafts.setState(({ drafts }) => {
    const next = new Map(drafts)
    if (draft === null) next.delete(name)
    else next.set(name, draft)
    return { drafts: next }
  })

/** Whether somebody has written one and not saved it. */
export const hasAgentDraft = (): boolean => useDrafts.getState().drafts.size > 0

/** Names of files that have one. */
export const useAgentDrafts = (): ReadonlyMap<string, AgentDraft> =>
  useDrafts(({ drafts }) => drafts)
