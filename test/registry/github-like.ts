// A tool with read and other actions, as the action tools are built.
import { z } from 'zod'
import type { Manifest } from '../../contract/call/manifest.ts'
import { ok } from '../../contract/result.ts'
import type { AnyTool } from '../../contract/call/tool.ts'
import { http } from '../../tools/web/http.ts'

const NAMES = ['list_issues', 'get_issue', 'create_issue', 'merge_pr'] as const

export const githubLike = (manifest: Partial<Manifest> = {}): AnyTool => ({
  manifest: {
    ...http.manifest,
    id: 'forge.issues',
    name: 'github',
    title: 'GitHub',
    category: 'comms',
    description: 'Issues: list, get, create, merge.',
    dataAccess: ['network'],
    subagentAccess: 'readOnly',
    actions: NAMES.map((name) => ({ name, readOnly: /^(?:list|get)_/.test(name) })),
    ...manifest,
  },
  requiredPowers: ['net.fetch'],
  input: z.strictObject({ action: z.enum(NAMES) }),
  action: (input) => (input as { action: string }).action,
  touches: () => [{ kind: 'net.fetch', method: 'GET', url: 'https://api.example/issues' }],
  execute: async () => ok({ text: 'done' }),
})
