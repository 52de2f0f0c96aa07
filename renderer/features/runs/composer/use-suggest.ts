// What is offered at the caret of the message field: what the person may play while no model is
// connected, and files to attach after an @. Reads the tools on offer and the names of the
// workspace; decides nothing.
import { withHint } from '../../../../contract/failure.ts'
import { useEffect, useMemo, useState } from 'react'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { toolList, type ToolList, toolsRevision } from '../../../state/shared/tool-list.ts'
import { complete, type CompletableTool, mention, type Option } from './complete.ts'
import { strings } from '../strings.ts'

/** `attach`: taking it attaches a file in place of its mention; null: it goes into the text. */
export type Suggestion = Option & { readonly attach: string | null }
export type Suggestions = {
  readonly from: number
  readonly to: number
  readonly options: readonly Suggestion[]
  readonly note: string
}

const most = 50
/** Milliseconds without a key after which names are looked for. */
const rest = 80

export type Offering = {
  /**
   * What is offered at a caret of a text with what is known of tools and names now; null for
   * nothing.
   */
  at(text: string, caret: number): Suggestions | null
  /** Whether names for this are still looked for, or the tools are. */
  coming(text: string, caret: number): boolean
}

/** `wanted`: names are looked for at the caret. */
export function useSuggest(
  text: string,
  caret: number,
  manual: boolean,
  wanted: boolean,
): Offering {
  const { tools, known } = useTools(manual && (wanted || text.trim() !== ''))
  const typed = useMemo(
    () => (wanted ? typedOf(text, caret, manual, tools) : null),
    [caret, manual, text, tools, wanted],
  )
  const names = usePaths(typed)
  return useMemo(
    () => ({
      at: (line, position) => suggestionsAt(line, position, manual, tools, names),
      coming(line, position) {
        if (manual && !known && mention(line, position) === null) return true
        const now = typedOf(line, position, manual, tools)
        return now !== null && names.typed !== now
      },
    }),
    [known, manual, names, tools],
  )
}

/** The beginning of a name that is wanted at the caret. */
const typedOf = (
  text: string,
  caret: number,
  manual: boolean,
  tools: readonly CompletableTool[],
): string | null =>
  mention(text, caret)?.typed ??
  (manual ? (complete(text, caret, tools)?.paths?.typed ?? null) : null)

function suggestionsAt(
  text: string,
  caret: number,
  manual: boolean,
  tools: readonly CompletableTool[],
  names: Names,
): Suggestions | null {
  const typed = typedOf(text, caret, manual, tools)
  const mounted = names.typed === typed
  // Until those of the last key are there, only what still fits of those before.
  const found = typed === null ? [] : mounted ? names.paths : names.paths.filter(fits(typed))
  const note = mounted ? names.note : ''
  const at = mention(text, caret)
  if (at !== null) {
    const options = found.map((path) => {
      const folder = path.endsWith('/')
      return {
        label: path,
        note: folder ? strings.folder : '',
        insert: folder ? `@${path}` : '',
        caret: folder ? path.length + 1 : 0,
        attach: folder ? null : path,
      }
    })
    return { from: at.from, to: at.to, options, note }
  }
  const fit = manual ? complete(text, caret, tools) : null
  if (fit === null) return null
  const put = fit.paths?.put
  const paths =
    put === undefined
      ? []
      : found.map((path) => ({
          label: path,
          note: path.endsWith('/') ? strings.folder : '',
          ...put(path),
          attach: null,
        }))
  const options = [...fit.options.map((option) => ({ ...option, attach: null })), ...paths]
  return options.length === 0
    ? null
    : { from: fit.from, to: fit.to, options, note: put === undefined ? '' : note }
}

type Tools = {
  readonly tools: readonly CompletableTool[]
  /** Whether they were read, or could not be. */
  readonly known: boolean
}

/**
 * The tools an agent would see now. There may be a thousand, so they are read when they are first
 * wanted: nothing for somebody who only passes by.
 */
export function useTools(wanted: boolean): Tools {
  const bridge = useBridge()
  const epoch = useLive((live) => live.epoch)
  // What is on offer follows the policy and the guard.
  const revision = useLive(toolsRevision)
  // As they were last read: a new field knows them at its first key.
  const [list, setList] = useState<ToolList | null>(() => toolList.last(bridge, epoch))
  const [asked, setAsked] = useState(wanted)
  if (wanted && !asked) setAsked(true)
  useEffect(() => {
    if (!asked || revision === null) return
    let current = true
    void toolList.read(bridge, epoch, revision).then((read) => {
      // A field that completes nothing still takes a message, so a failure is not shown here.
      if (current) setList((before) => (read.ok ? read.value : (before ?? [])))
    })
    return () => {
      current = false
    }
  }, [bridge, epoch, asked, revision])
  return useMemo(() => {
    const offered = (list ?? []).filter(
      ({ available, hiddenBy, hiddenByGuard }) => available && hiddenBy === null && !hiddenByGuard,
    )
    const tools = offered.map(({ name, manifest, inputSchema }) => ({
      name,
      title: manifest.title,
      schema: inputSchema,
    }))
    return { tools, known: list !== null }
  }, [list])
}

/** `typed`: what they were looked for with; null before the first. */
type Names = {
  readonly typed: string | null
  readonly paths: readonly string[]
  readonly note: string
}
const noNames: Names = { typed: null, paths: [], note: '' }

function usePaths(typed: string | null): Names {
  const bridge = useBridge()
  const [names, setNames] = useState(noNames)
  useEffect(() => {
    if (typed === null) return setNames(noNames)
    let current = true
    const timer = setTimeout(() => {
      void bridge
        .call('workspace.paths', { text: typed.slice(0, 1_000), limit: most })
        .then((result) => {
          if (!current) return
          if (!result.ok)
            return setNames({
              typed,
              paths: [],
              note: withHint(result.error),
            })
          const { paths, more } = result.value
          setNames({
            typed,
            paths,
            note: more ? strings.morePaths(most) : paths.length === 0 ? strings.noPaths : '',
          })
        })
    }, rest)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [bridge, typed])
  return names
}

const fits = (typed: string) => {
  const low = typed.toLowerCase()
  const name = low.slice(low.lastIndexOf('/') + 1)
  const folder = low.slice(0, low.length - name.length)
  return (path: string): boolean =>
    path.toLowerCase().startsWith(folder) && path.toLowerCase().slice(folder.length).includes(name)
}
