import { describe, expect, it } from 'vitest'
import { Services } from '../../../contract/policy/config/services.ts'
import type { AnyTool } from '../../../contract/call/tool.ts'
import { obsidian } from '../../../tools/obsidian.ts'
import { runTool, saidBy, touchesOf } from '../../fakes/services/run-tool.ts'
import { fakeVault, VAULT_KEY } from '../../fakes/services/vault.ts'
import { sharedRules } from './shared-rules.ts'

const credentials = { 'obsidian-key': { header: 'authorization', value: `Bearer ${VAULT_KEY}` } }
const start = async () => {
  const service = await fakeVault()
  const tool = obsidian(Services.parse({ obsidian: { url: service.url } })) as unknown as AnyTool
  const run = (args: Record<string, unknown>) =>
    runTool(tool, args, { hosts: service.hosts, credentials })
  return { tool, service, credentials, run }
}

sharedRules('obsidian', start, {
  reading: { action: 'list' },
  changing: { action: 'write', path: 'New.md', content: '# New' },
  refused: [
    ['a way up', { action: 'read', path: '../secret.md' }],
    ['a way up inside', { action: 'read', path: 'a/../../secret.md' }],
    ['an escaped way up', { action: 'read', path: '%2e%2e/secret.md' }],
    ['settings of the program', { action: 'write', path: '.obsidian/app.md', content: 'x' }],
    ['an absolute path', { action: 'read', path: '/etc/passwd.md' }],
    ['a query in a path', { action: 'read', path: 'Plan.md?x=.md' }],
    ['something that is no note', { action: 'write', path: 'run.sh', content: 'x' }],
    ['a line break in a path', { action: 'read', path: 'a\nb.md' }],
    ['a note too long', { action: 'write', path: 'a.md', content: 'x'.repeat(1_000_001) }],
    [
      'properties nobody knows',
      { action: 'write', path: 'a.md', content: '', frontmatter: { x: 1 } },
    ],
    ['no content', { action: 'append', path: 'a.md' }],
    ['a folder to delete', { action: 'delete', path: 'Projects' }],
    ['a rename to a way up', { action: 'rename', path: 'a.md', new_path: '../b.md' }],
    ['a rename to no note', { action: 'rename', path: 'a.md', new_path: 'b.sh' }],
    ['a rename to itself', { action: 'rename', path: 'a.md', new_path: 'a.md' }],
    ['a rename to nowhere', { action: 'rename', path: 'a.md' }],
    ['a delete with content', { action: 'delete', path: 'a.md', content: 'x' }],
  ],
})

describe('obsidian in the folder of a vault', () => {
  const tool = obsidian(Services.parse({ obsidian: { vault: '/vault/' } })) as unknown as AnyTool
  it.each<[Record<string, unknown>, readonly object[]]>([
    [{ action: 'read', path: 'a/Plan.md' }, [{ kind: 'fs.read', path: '/vault/a/Plan.md' }]],
    [{ action: 'search', query: 'x' }, [{ kind: 'fs.read', path: '/vault/' }]],
    [{ action: 'list', folder: 'a' }, [{ kind: 'fs.read', path: '/vault/a' }]],
    [
      { action: 'write', path: 'New.md', content: 'é' },
      [{ kind: 'fs.write', path: '/vault/New.md', bytes: 2 }],
    ],
    [
      { action: 'append', path: 'New.md', content: 'x' },
      [
        { kind: 'fs.read', path: '/vault/New.md' },
        { kind: 'fs.write', path: '/vault/New.md' },
      ],
    ],
    [
      { action: 'rename', path: 'a.md', new_path: 'Old/b.md' },
      [
        { kind: 'fs.write', path: '/vault/a.md' },
        { kind: 'fs.write', path: '/vault/Old/b.md' },
      ],
    ],
    [
      { action: 'delete', path: 'a/b.md' },
      [
        { kind: 'fs.write', path: '/vault/a/b.md' },
        { kind: 'fs.write', path: '/vault/.trash/a/b.md' },
      ],
    ],
  ])('%j touches just those files, and no host', (args, touches) => {
    expect(touchesOf(tool, args)).toMatchObject(touches)
    expect(tool.manifest).toMatchObject({ networkOutbound: false, requires: [] })
  })
})

describe('obsidian by its program', () => {
  it.each<[Record<string, unknown>, string]>([
    [{ action: 'read', path: 'Plan.md' }, 'Buy bread.'],
    [{ action: 'read', path: 'Projects/Long.md' }, 'call again with offset 20000'],
    [{ action: 'list', folder: 'Projects' }, 'Long.md'],
    [{ action: 'list', limit: 1 }, '2 in all: call again with offset 1'],
    [{ action: 'search', query: 'bread' }, 'Plan.md: # Plan Buy bread.'],
    [{ action: 'append', path: 'Plan.md', content: 'And milk.' }, 'Written: Plan.md'],
    [{ action: 'delete', path: 'Plan.md' }, 'Deleted: Plan.md'],
    [{ action: 'delete', path: 'Nothing.md' }, 'service.not-found'],
    [{ action: 'rename', path: 'Plan.md', new_path: 'Old/Plan.md' }, 'is now Old/Plan.md'],
    [{ action: 'rename', path: 'Plan.md', new_path: 'Projects/Long.md' }, 'note.exists'],
    [{ action: 'rename', path: 'Nothing.md', new_path: 'a.md' }, 'service.not-found'],
  ])('%j', async (args, text) => {
    const { run } = await start()
    expect(saidBy(await run(args))).toContain(text)
  })

  it('writes properties that cannot break out of their lines', async () => {
    const { run, service } = await start()
    const frontmatter = { status: 'open: "yes"', tags: ['a', '- b'] }
    await run({ action: 'write', path: 'New.md', content: 'Text', frontmatter })
    expect(service.notes.get('New.md')).toBe(
      '---\ntags: ["a","- b"]\nstatus: "open: \\"yes\\""\n---\nText',
    )
  })

  it('has a renamed note at its new path alone, word for word', async () => {
    const { run, service } = await start()
    const text = service.notes.get('Plan.md')
    await run({ action: 'rename', path: 'Plan.md', new_path: 'Old/Plan.md' })
    expect([service.notes.get('Plan.md'), service.notes.get('Old/Plan.md')]).toEqual([
      undefined,
      text,
    ])
  })

  it('leaves both notes as they are where the new path has one', async () => {
    const { run, service } = await start()
    const before = new Map(service.notes)
    await run({ action: 'rename', path: 'Plan.md', new_path: 'Projects/Long.md' })
    expect(service.notes).toEqual(before)
  })
})
