// R0: nothing is asked, for every caller and in every preset.
import { describe, expect, it } from 'vitest'
import { standardPresets } from '../../contract/policy/preset.ts'
import { decide } from '../../main/gate/decide.ts'
import { hiddenBy } from '../../main/gate/view.ts'
import { codeFormat } from '../../tools/pure/code-format.ts'
import { mathEval } from '../../tools/pure/math-eval.ts'
import { secretsGet } from '../../tools/secrets-get.ts'
import { textTransform } from '../../tools/pure/text-transform.ts'
import { ask, callers, policyWith, rule, run, running } from './decision-requests.ts'

const pure = [textTransform, mathEval, codeFormat].map(({ manifest }) => manifest)

describe.each(Object.entries(standardPresets))('the preset %s', (presetName, preset) => {
  const policy = policyWith({ preset, presetName })

  it.each(Object.values(callers).map((caller) => [caller.kind, caller] as const))(
    'asks %s nothing about text and arithmetic, and shows the tools',
    (_kind, principal) => {
      for (const manifest of pure) {
        const { effect, tier } = decide({ ...ask(manifest, []), principal }, policy)
        expect([manifest.name, tier, effect]).toEqual([manifest.name, 'R0', 'allow'])
        expect(hiddenBy(manifest, principal, policy)).toBe(null)
      }
    },
  )

  it('still never lets a credential be used unasked', () => {
    const given = ask(secretsGet.manifest, [{ kind: 'secrets.get', name: 'forge' }])
    const { effect, tier } = decide(given, policy)
    expect([tier, effect === 'allow']).toEqual(['R3', false])
  })
})

describe('what is stricter than the tier', () => {
  it('holds for R0 as for every other', () => {
    const [manifest = mathEval.manifest] = pure
    const denied = policyWith({ rules: [rule('deny', { tools: ['*'] })] })
    expect(decide(ask(manifest, []), denied).effect).toBe('deny')
    const off = policyWith({ tools: { [manifest.name]: { disabled: true } } })
    expect(decide(ask(manifest, []), off).effect).toBe('deny')
    expect(decide({ ...ask(manifest, []), frozen: true }, policyWith({})).effect).toBe('deny')
  })

  it('is the tier of what a call reaches: a command is none of R0', () => {
    expect(decide(ask(running, [run('ls')]), policyWith({})).tier).not.toBe('R0')
  })
})
