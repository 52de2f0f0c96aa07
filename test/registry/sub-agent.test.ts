// What a sub-agent has of a tool that it may only look with: the same in its list, in what the
// model is shown and in what a call finds.
import { describe, expect, it } from 'vitest'
import { actionsIn } from '../../contract/call/action-schema.ts'
import type { Manifest } from '../../contract/call/manifest.ts'
import { hiddenBy } from '../../main/gate/view.ts'
import { builtInSource, openRegistry } from '../../main/registry/registry.ts'
import { findTool } from '../../main/wiring/calls/find-tool.ts'
import { catalog } from '../../tools/catalog.ts'
import { callers, guardOn, policyWith, sha256 } from '../gate/decision-requests.ts'
import { githubLike } from './github-like.ts'

const open = (manifest: Partial<Manifest> = {}, policy = policyWith({})) => {
  const tools = [
    ...catalog.filter(({ manifest: { name } }) => name !== 'github'),
    githubLike(manifest),
  ]
  const registry = openRegistry({
    sources: [builtInSource(() => tools)],
    sha256,
    availability: (principal) => ({
      granted: () => 'all',
      hiddenBy: (one) => hiddenBy(one, principal, policy),
      setting: () => null,
      missing: () => null,
    }),
  })
  return { registry, find: findTool(registry, () => policy) }
}
const { subagent, agent } = callers

describe('a sub-agent', () => {
  it('has the read actions of github and no other, in every list', () => {
    const { registry, find } = open()
    const [shown] = registry.modelTools(subagent).filter(({ name }) => name === 'github')
    expect(actionsIn(shown?.inputSchema ?? {})).toEqual(['list_issues', 'get_issue'])
    expect(shown?.description).not.toMatch(/create|merge/)
    const found = find(subagent, 'github')
    expect(found.ok && found.value.tool.input.safeParse({ action: 'create_issue' }).success).toBe(
      false,
    )
    expect(found.ok && found.value.tool.input.safeParse({ action: 'get_issue' }).success).toBe(true)
    // An approval of the whole tool is none of this one.
    const whole = find(agent, 'github')
    expect(whole.ok && found.ok && whole.value.definitionHash === found.value.definitionHash).toBe(
      false,
    )
    expect(whole.ok && actionsIn(whole.value.tool.inputSchema ?? {}).length).toBe(0)
  })

  it('has nothing of a tool that is denied to it, or has no read action', () => {
    for (const manifest of [
      { subagentAccess: 'denied' as const },
      { actions: [{ name: 'create_issue', readOnly: false }] },
    ]) {
      const { registry, find } = open(manifest)
      expect(registry.view(subagent).map(({ tool }) => tool.manifest.name)).not.toContain('github')
      expect(find(subagent, 'github').ok).toBe(false)
    }
  })

  it('loses the read actions too while the exfiltration guard is on', () => {
    const { registry, find } = open({}, policyWith({ guard: guardOn }))
    expect(registry.modelTools(subagent).map(({ name }) => name)).not.toContain('github')
    expect(find(subagent, 'github')).toMatchObject({ ok: false })
  })

  it('sees what it may call, and may call what it sees (every tool)', () => {
    const { registry, find } = open()
    const seen = new Set(registry.view(subagent).map(({ tool }) => tool.manifest.name))
    for (const { manifest } of [...catalog, githubLike()])
      expect([manifest.name, find(subagent, manifest.name).ok]).toEqual([
        manifest.name,
        seen.has(manifest.name),
      ])
  })
})
