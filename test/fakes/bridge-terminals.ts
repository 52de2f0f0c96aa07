// The terminal sessions of the development window and the stories: a server that an agent watches, and
// a shell at its prompt.
import { SessionId } from '../../contract/ids.ts'
import type { Handlers } from '../../contract/ipc/ipc.ts'
import type { TerminalListing } from '../../contract/call/powers/terminal.ts'

type Topic = Extract<keyof Handlers, `terminals.${string}`>

const owner = SessionId.parse('ses_terminals01')
const startedAt = Date.parse('2026-11-22T09:00:00Z')
const samples: readonly TerminalListing[] = [
  { owner, name: 'dev', agent: 'assistant', runId: null, startedAt, reader: 'node' },
  { owner, name: 'shell', agent: 'claude-code', runId: null, startedAt, reader: null },
]
const screens: Readonly<Record<string, string>> = {
  dev: [
    ...['$ npm run dev', '', '> site@1.0.0 dev', '> vite', ''],
    ...['  VITE ready in 412 ms', '  Local: http://localhost:5173/', ''],
    '09:00:12 [vite] page reload src/main.ts',
  ].join('\n'),
  shell: '$ git status --short\n M src/price.ts\n$ ',
}

/** @param some whether there are any. */
export function fakeTerminals(some: boolean): Pick<Handlers, Topic> {
  let open = some ? samples : []
  const texts = new Map(Object.entries(screens))
  const gone = (name: string) =>
    ({
      ok: false,
      error: { code: 'terminal.unknown', text: `There is no session ${name}.` },
    }) as const
  return {
    'terminals.list': async () => ({ ok: true, value: [...open] }),
    async 'terminals.view'({ name }) {
      const found = open.find((one) => one.name === name)
      return found === undefined
        ? gone(name)
        : { ok: true, value: { text: texts.get(name) ?? '', reader: found.reader, ended: false } }
    },
    async 'terminals.type'({ name, text, keys, hidden }) {
      if (!open.some((one) => one.name === name)) return gone(name)
      const line = keys.includes('Enter') ? '\n$ ' : ''
      texts.set(name, `${texts.get(name) ?? ''}${hidden ? '' : text}${line}`)
      return { ok: true, value: null }
    },
    async 'terminals.end'({ name }) {
      if (!open.some((one) => one.name === name)) return gone(name)
      open = open.filter((one) => one.name !== name)
      return { ok: true, value: null }
    },
  }
}
