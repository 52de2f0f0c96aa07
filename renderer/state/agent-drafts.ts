// Agents of the person's own as somebody is writing them: unsaved, so they live here and survive
// leaving the screen. By the name of the file; one that has none yet under NEW.
import { create } from 'zustand'

export const NEW = ''

const useDrafts = create<{ readonly texts: ReadonlyMap<string, string> }>()(() => ({
  texts: new Map(),
}))

/** Null: the file is shown as it is. */
export const useAgentDraft = (name: string): string | null =>
  useDrafts(({ texts }) => texts.get(name) ?? null)

export const setAgentDraft = (name: string, text: string | null): void =>
  useDrafts.setState(({ texts }) => {
    const next = new Map(texts)
    if (text === null) next.delete(name)
    else next.set(name, text)
    return { texts: next }
  })

/** Names of files that have one. */
export const useAgentDrafts = (): ReadonlyMap<string, string> => useDrafts(({ texts }) => texts)
