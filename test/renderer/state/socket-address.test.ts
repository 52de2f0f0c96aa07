import { expect, it } from 'vitest'
import { socketBeside } from '../../../renderer/bridge/bridge.ts'

const cases: readonly [page: string, want: string][] = [
  ['http://127.0.0.1:4747/w-abc/', 'ws://127.0.0.1:4747/w-abc/ws'],
  ['http://127.0.0.1:4747/w-abc/#/approvals/apr_1', 'ws://127.0.0.1:4747/w-abc/ws'],
  ['http://127.0.0.1:4747/w-abc/?from=link#/audit', 'ws://127.0.0.1:4747/w-abc/ws'],
  ['http://127.0.0.1:4747/w-abc/index.html', 'ws://127.0.0.1:4747/w-abc/ws'],
  ['https://gate.example/w-abc/#/', 'wss://gate.example/w-abc/ws'],
]
it.each(cases)('the socket of the page at %s is %s', (page, want) => {
  expect(socketBeside(page).href).toBe(want)
})
