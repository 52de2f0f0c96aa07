// A new link to the window: anyone who has it approves as the person, so it takes what an approval
// takes.
import { describe, expect, it } from 'vitest'
import { failure } from '../../contract/failure.ts'
import type { Input } from '../../contract/ipc/ipc.ts'
import { err, ok } from '../../contract/result.ts'
import { appAtStart } from '../fakes/bridge-data.ts'
import { appService } from '../../main/services/app/app-service.ts'

const right = { kind: 'passphrase', passphrase: 'quince and plum' } as const

async function link(passphrase: boolean, page: boolean, input: Input<'app.link'>) {
  let links = 0
  const service = appService({
    state: () => appAtStart,
    newLink: () => (page ? `http://127.0.0.1:4747/enter?token=${(links += 1)}` : null),
    closePages: () => null,
    record: async () => undefined,
    stepUp: {
      state: () => ({ passphrase, totp: false, lockedUntil: null, system: null }) as never,
      prove: async (proof) =>
        JSON.stringify(proof) === JSON.stringify(right)
          ? ok('passphrase' as never)
          : err(failure('step-up.wrong', 'This is not the passphrase.')),
    },
  })
  const result = await service['app.link'](input, { surface: 'cli' })
  return [result.ok ? 'link' : result.error.code, links]
}

describe('a link to the window', () => {
  it.each([
    ['without a passphrase set', false, true, {}, ['link', 1]],
    ['with the passphrase', true, true, { proof: right }, ['link', 1]],
    ['without the proof', true, true, {}, ['approval.step-up', 0]],
    [
      'with a wrong proof',
      true,
      true,
      { proof: { kind: 'passphrase', passphrase: 'guessed it' } },
      ['step-up.wrong', 0],
    ],
    ['where there is no page', false, false, {}, ['app.no-link', 0]],
  ] as const)('%s', async (_name, passphrase, page, input, want) => {
    expect(await link(passphrase, page, input)).toEqual(want)
  })
})
