// What is offered at the caret of the message field: what the person may play while no model is connected, and files to
// attach after an @. Reads the tools on offer and the names of the workspace; decides nothing.
import { useEffect, useMemo, useState } from 'react'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live-store.ts'
import { complete, type CompletableTool, mention, type Option } from './complete.ts'
import { strings } from './strings.ts'

/** `attach`: taking it attaches a file in place of its mention; null: it goes into the text. */
export type Suggestion = Option & { readonly attach: string | null }
export type Suggestions = { readonly from: number; readonly to: number; readonly options: readonly Suggestion[]; readonly note: string }

const most = 50
/** Milliseconds without a key after which names are looked for. */
const rest = 80

/** Null when nothing is to be offered. */
export function useSuggest(text: string, caret: number, manual: boolean, wanted: boolean): Suggestions | null {
  const tools = useTools(manual)
  const at = useMemo(() => (wanted ? mention(text, caret) : null), [caret, text, wanted])
  const found = useMemo(
    () => (wanted && manual && at === null ? complete(text, caret, tools) : null),
    [at, caret, manual, text, tools, wanted],
  )
  const typed = at?.typed ?? found?.paths?.typed ?? null
  const names = usePaths(typed)

  return useMemo(() => {
    if (at !== null) {
      const options = names.paths.map((path) => {
        const folder = path.endsWith('/')
        return { label: path, note: folder ? strings.folder : '', insert: folder ? `@${path}` : '', caret: folder ? path.length + 1 : 0, attach: folder ? null : path } // prettier-ignore
      })
      return { from: at.from, to: at.to, options, note: names.note }
    }
    if (found === null) return null
    const put = found.paths?.put
    const paths =
      put === undefined
        ? []
        : names.paths.map((path) => ({ label: path, note: path.endsWith('/') ? strings.folder : '', ...put(path), attach: null }))
    const options = [...found.options.map((option) => ({ ...option, attach: null })), ...paths]
    return options.length === 0 ? null : { from: found.from, to: found.to, options, note: put === undefined ? '' : names.note }
  }, [at, found, names])
}

/** The tools an agent would see now. */
export function useTools(manual: boolean): readonly CompletableTool[] {
  const bridge = useBridge()
  const epoch = useLive((live) => live.epoch)
  // What is on offer follows the policy and the guard.
  const policy = useLive((live) => `${live.app?.policyHash ?? ''} ${live.app?.guard.on ?? ''} ${live.serversTurn}`)
  const [tools, setTools] = useState<readonly CompletableTool[]>([])
  useEffect(() => {
    if (!manual) return
    let current = true
    void bridge.call('tools.list', {}).then((result) => {
      // A field that completes nothing still takes a message, so a failure is not shown here.
      if (!current || !result.ok) return
      const offered = result.value.filter(({ available, hiddenBy, hiddenByGuard }) => available && hiddenBy === null && !hiddenByGuard)
      setTools(offered.map(({ name, manifest, inputSchema }) => ({ name, title: manifest.title, schema: inputSchema })))
    })
    return () => {
      current = false
    }
  }, [bridge, epoch, manual, policy])
  return tools
}

type Names = { readonly typed: string; readonly paths: readonly string[]; readonly note: string }
const noNames: Names = { typed: '', paths: [], note: '' }

function usePaths(typed: string | null): Names {
  const bridge = useBridge()
  const [names, setNames] = useState(noNames)
  useEffect(() => {
    if (typed === null) return setNames(noNames)
    let current = true
    const timer = setTimeout(() => {
      void bridge.call('workspace.paths', { text: typed.slice(0, 1_000), limit: most }).then((result) => {
        if (!current) return
        if (!result.ok) return setNames({ typed, paths: [], note: [result.error.text, result.error.hint].filter(Boolean).join(' ') })
        const { paths, more } = result.value
        setNames({ typed, paths, note: more ? strings.morePaths(most) : paths.length === 0 ? strings.noPaths : '' })
      })
    }, rest)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [bridge, typed])
  // Until those of the last key are there, only what still fits of those before.
  return useMemo(() => (typed === null || names.typed === typed ? names : { typed, note: '', paths: names.paths.filter(fits(typed)) }), [names, typed]) // prettier-ignore
}

const fits = (typed: string) => {
  const low = typed.toLowerCase()
  const name = low.slice(low.lastIndexOf('/') + 1)
  const folder = low.slice(0, low.length - name.length)
  return (path: string): boolean => path.toLowerCase().startsWith(folder) && path.toLowerCase().slice(folder.length).includes(name)
}
