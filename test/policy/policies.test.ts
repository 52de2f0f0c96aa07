// Which policy applies to whom.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../contract/agent/grant.ts'
import { Config } from '../../contract/policy/config/config.ts'
import { RunId, SessionId } from '../../contract/ids.ts'
import { openPolicies } from '../../main/wiring/policy/policy.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const session = SessionId.parse('ses_00000001')
const client = (name: string) => ({ kind: 'mcp-client', name, session }) as const
const config = Config.parse({
  preset: 'ask',
  gateway: { clients: { editor: { preset: 'read-only' }, slow: { perMinute: 5 }, plain: {} } },
})

describe('the policy of an asker', () => {
  const policies = openPolicies(
    () => ({ config, workspace: '/w' }),
    [],
    sha256,
    () => EVERYTHING,
  )

  it('is the one in force, but for a client with a preset or a limit of its own', () => {
    const seen = [
      undefined,
      client('editor'),
      client('slow'),
      client('plain'),
      client('stranger'),
    ].map((asker) => {
      const { presetName, perMinute } = policies(asker)
      return [presetName, perMinute]
    })
    expect(seen).toEqual([
      ['ask', 0],
      ['read-only', 600],
      ['ask', 5],
      ['ask', 600],
      ['ask', 600],
    ])
  })

  it('has the allowlists of all, of its preset, and its own', () => {
    const lists = openPolicies(
      () => ({
        config: Config.parse({
          allowlist: { hosts: ['all.example'] },
          preset: 'mine',
          presets: { mine: { hosts: ['preset.example'] } },
          agents: { main: { hosts: ['main.example'] } },
          gateway: {
            clients: { editor: { hosts: ['editor.example'] }, other: { preset: 'ask' } },
          },
        }),
        workspace: '/w',
      }),
      [],
      sha256,
      () => EVERYTHING,
    )
    const main = {
      kind: 'agent',
      name: 'main',
      session,
      runId: RunId.parse('run_00000001'),
    } as const
    const both = ['all.example', 'preset.example']
    expect(lists().hosts).toEqual(both)
    expect(lists({ kind: 'person', name: 'main', session }).hosts).toEqual(both)
    expect(lists(client('stranger')).hosts).toEqual(both)
    expect(lists(main).hosts).toEqual([...both, 'main.example'])
    expect(lists({ ...main, name: 'tour' }).hosts).toEqual(both)
    expect(lists(client('editor')).hosts).toEqual([...both, 'editor.example'])
    expect(lists(client('other')).hosts).toEqual(['all.example'])
    expect(lists(main).hash).not.toBe(lists().hash)
  })

  it('goes by what asks, not by its name alone', () => {
    const agent = {
      kind: 'agent',
      name: 'editor',
      session,
      runId: RunId.parse('run_00000001'),
    } as const
    expect(policies(agent).presetName).toBe('ask')
  })

  it('has one hash for one policy, and others for others', () => {
    expect(policies(client('plain'))).toBe(policies(client('stranger')))
    expect(
      new Set([policies().hash, policies(client('editor')).hash, policies(client('slow')).hash])
        .size,
    ).toBe(3)
  })

  it('is made again when the configuration changes', () => {
    let now = { config, workspace: '/w' }
    const live = openPolicies(
      () => now,
      [],
      sha256,
      () => EVERYTHING,
    )
    const before = live(client('editor'))
    now = {
      ...now,
      config: Config.parse({ ...config, preset: 'careful', gateway: { clients: {} } }),
    }
    expect([before.presetName, live(client('editor')).presetName]).toEqual(['read-only', 'careful'])
  })
})
