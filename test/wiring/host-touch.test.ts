// What a job asks for is on an allowlist only where its maker's names it too.
import { describe, expect, it } from 'vitest'
import { JobId, RunId, SessionId } from '../../contract/ids.ts'
import type { Maker, Principal } from '../../contract/call/principal.ts'
import type { AllowedHost } from '../../contract/policy/allowed-host.ts'
import { hostTouch } from '../../main/wiring/calls/host-touch.ts'
import { tool } from '../gate/decision-requests.ts'

const session = SessionId.parse('ses_00000001')
const readsOf = (host: string): AllowedHost => ({
  host,
  methods: ['GET', 'HEAD'],
  maxBytes: 1_000_000,
})
const anything = (host: string): AllowedHost => ({
  host,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  maxBytes: 1_000_000,
})

/** Lists by who asks; a job has those of `job`. */
const lists: Readonly<Record<string, readonly AllowedHost[]>> = {
  job: [
    readsOf('both.example'),
    readsOf('job.example'),
    anything('all.example'),
    readsOf('odd.example:25'),
  ],
  editor: [readsOf('both.example'), readsOf('editor.example'), readsOf('all.example')],
}
const policy = (asker?: Principal) => ({
  hosts: lists[asker?.kind === 'schedule' ? 'job' : (asker?.name ?? '')] ?? [],
})
const job = (maker?: Maker): Principal => ({
  kind: 'schedule',
  name: 'nightly',
  session,
  job: JobId.parse('job_00000001'),
  ...(maker === undefined ? {} : { agent: 'runner', maker }),
})
const byEditor = job({ kind: 'mcp-client', name: 'editor' })
const ownService = tool('forge', 'R1', {
  builtIn: true,
  requires: [
    {
      kind: 'service',
      name: 'forge',
      header: 'Authorization',
      template: 'Bearer {secret}',
      title: 'Forge',
      url: 'https://own.example/',
      setting: 'services.forge.url',
      credential: null,
    },
  ],
})

const listed = (asker: Principal, url: string, method: 'GET' | 'POST' = 'GET') => {
  const found = hostTouch({ kind: 'net.fetch', method, url }, asker, ownService, { policy })
  return found.ok ? found.value.listed : found.error.code
}

describe('a request of a job', () => {
  it.each([
    ['that both list is listed', byEditor, 'https://both.example/a', true],
    ['that only the job lists is not', byEditor, 'https://job.example/', false],
    ['that only its maker lists is not', byEditor, 'https://editor.example/', false],
    ['that nobody lists is not', byEditor, 'https://none.example/', false],
    ['that its tool is there for is', byEditor, 'https://own.example/issues', true],
    ['to a port that its maker may not name fails', byEditor, 'https://odd.example:25/', 'net.url'],
    ['that was made before makers were kept goes by the job', job(), 'https://job.example/', true],
    [
      'of a maker that is gone is not',
      job({ kind: 'mcp-client', name: 'gone' }),
      'https://both.example/',
      false,
    ],
  ] as const)('%s', (_, asker, url, want) => expect(listed(asker, url)).toBe(want))

  it('is listed by method for both', () => {
    expect(listed(byEditor, 'https://all.example/', 'GET')).toBe(true)
    expect(listed(byEditor, 'https://all.example/', 'POST')).toBe(false)
  })
})

it('every other asker has their own list alone', () => {
  const editor: Principal = { kind: 'mcp-client', name: 'editor', session }
  const main: Principal = {
    kind: 'agent',
    name: 'main',
    session,
    runId: RunId.parse('run_00000001'),
  }
  expect(listed(editor, 'https://editor.example/')).toBe(true)
  expect(listed(editor, 'https://job.example/')).toBe(false)
  expect(listed(main, 'https://editor.example/')).toBe(false)
})

it('a connection of a job needs both lists to name every method', () => {
  const connect = (asker: Principal, host: string) => {
    const found = hostTouch({ kind: 'net.connect', host }, asker, undefined, { policy })
    return found.ok ? found.value.listed : found.error.code
  }
  expect(connect(job(), 'all.example:443')).toBe(true)
  expect(connect(byEditor, 'all.example:443')).toBe(false)
})
