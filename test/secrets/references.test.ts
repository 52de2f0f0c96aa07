// A reference means a credential here, in one session, for a while, and nothing else anywhere.
import { describe, expect, it } from 'vitest'
import { isReference } from '../../contract/call/credential-reference.ts'
import { SessionId } from '../../contract/ids.ts'
import { ok } from '../../contract/result.ts'
import { openReferences, REFERENCE_MINUTES } from '../../main/secrets/references.ts'
import { openRedactor } from '../../main/secrets/redact/redactor.ts'
import { credentialPower, fetchByReference } from '../../main/wiring/execution/credential-powers.ts'
import { http } from '../../tools/web/http.ts'
import { secretsGet } from '../../tools/secrets-get.ts'

const [mine, other] = [SessionId.parse('ses_00000001'), SessionId.parse('ses_00000002')]
const forge = {
  name: 'forge',
  hosts: ['forge.example'],
  header: 'authorization',
  template: 'Bearer {}',
  createdAt: 0,
  lastUsedAt: null,
}

function open() {
  let now = 0
  const references = openReferences(() => now)
  return {
    references,
    known: () => ok(forge),
    renew: async () => false,
    later: (ms: number) => (now += ms),
  }
}

async function asked(name: string, permitted: string) {
  const deps = open()
  const power = {
    'secrets.get': credentialPower(
      { permitted: [{ kind: 'secrets.get', name: permitted }], session: mine },
      deps,
    ),
  }
  const { signal } = new AbortController()
  return { ...deps, ended: await secretsGet.execute({ name }, { power, signal }) }
}

describe('secrets_get', () => {
  it('gives a reference that http takes, that names the credential among what it touches', async () => {
    const { ended, references } = await asked('forge', 'forge')
    if (!ended.ok) throw new Error(ended.error.text)
    const reference = String((ended.value.data as { reference: string }).reference)
    expect(isReference(reference)).toBe(true)
    const input = http.input.parse({ url: 'https://forge.example/', credential: reference })
    expect(http.touches(input)).toContainEqual({ kind: 'secrets.get', name: 'forge' })
    expect(references.nameOf(reference, mine)).toEqual(ok('forge'))
  })

  it('gives none for a credential that its call was not permitted', async () => {
    const { ended } = await asked('forge', 'shop')
    expect(ended).toMatchObject({ ok: false, error: { code: 'secrets.outside-permit' } })
  })

  it('is readable where it is shown: the redactor takes it for what it is', async () => {
    const { references } = open()
    const reference = references.make('forge', mine)
    const redactor = openRedactor({ known: () => ['the-value-itself'], isName: () => true })
    expect((await redactor.text(`${reference}\nGive this`)).text).toContain(reference)
    expect(await redactor.json({ credential: reference }, [])).toEqual({ credential: reference })
  })
})

describe('a reference', () => {
  it.each([
    ['another session', (reference: string) => reference, other, 0],
    ['after its time', (reference: string) => reference, mine, REFERENCE_MINUTES * 60_000],
    ['with another name in it', (r: string) => r.replace('forge', 'shop'), mine, 0],
    [
      'with other signs at its end',
      (r: string) => r.replace(/.$/, (c) => (c === '0' ? '1' : '0')),
      mine,
      0,
    ],
    ['made up', () => `use:forge:${'0'.repeat(24)}`, mine, 0],
  ])('is worth nothing to %s', (_who, change, session, later) => {
    const deps = open()
    const reference = change(deps.references.make('forge', mine))
    deps.later(later)
    expect(deps.references.nameOf(reference, session)).toMatchObject({
      ok: false,
      error: { code: 'secrets.reference' },
    })
  })

  it('sends nothing when it is not valid', async () => {
    const deps = open()
    const sent: (string | null)[] = []
    const power = fetchByReference({ session: other }, deps, {
      async fetch({ credential }) {
        sent.push(credential)
        return { ok: false, error: { code: 'test.sent', text: 'Sent.' } }
      },
    })
    const request = {
      method: 'GET' as const,
      url: 'https://forge.example/',
      headers: {},
      body: null,
      timeoutMs: 1,
      maxBytes: 1,
      maxRedirects: 0,
    }
    const ended = await power.fetch({ ...request, credential: deps.references.make('forge', mine) })
    expect(ended).toMatchObject({ error: { code: 'secrets.reference' } })
    expect(sent).toEqual([])
    await power.fetch({ ...request, credential: deps.references.make('forge', other) })
    await power.fetch({ ...request, credential: 'forge' })
    await power.fetch({ ...request, credential: null })
    expect(sent).toEqual(['forge', 'forge', null])
  })

  it('reveals nothing about the value: a second one for the same credential is as random', () => {
    const { references } = open()
    const all = Array.from({ length: 50 }, () => references.make('forge', mine))
    expect(new Set(all).size).toBe(50)
  })
})
