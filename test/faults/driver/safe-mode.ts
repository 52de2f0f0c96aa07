// What holds in safe mode.
import { textOf } from './agent-socket.ts'
import type { FaultApp } from './app.ts'
import { must } from './fault.ts'
import { quote } from './quote.ts'

export async function safeModeHolds(app: FaultApp): Promise<string> {
  const person = await app.person()
  const state = await person.call('app.state', {})
  must(
    state.ok && /safe mode/.test(state.value.journal.fault ?? ''),
    `app.state: ${JSON.stringify(state)}`,
  )
  const agent = await app.agent()
  const listed = (await agent.request('tools/list', {})) as {
    readonly result?: { readonly tools?: readonly unknown[] }
  }
  must((listed.result?.tools?.length ?? 0) > 5, 'tools are not listed')
  const answer = await agent.call('read_file', { path: 'x.txt' })
  must(
    answer.result?.isError === true && /safe mode/.test(textOf(answer)),
    `a read was answered: ${textOf(answer)}`,
  )
  const secret = await person.call('secrets.lock', {})
  must(!secret.ok && secret.error.code === 'host.safe-mode', 'a change was not refused')
  return `${listed.result?.tools?.length} tools were listed, and a read was refused: ${quote(textOf(answer), 190)}`
}
