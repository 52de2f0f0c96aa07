import fc from 'fast-check'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { editOf, undone } from '../../../main/clients/connect/change.ts'
import { jsonEditor } from '../../../main/clients/connect/edit/edit-json.ts'
import { tomlEditor } from '../../../main/clients/connect/edit/edit-toml.ts'
import { yamlEditor } from '../../../main/clients/connect/edit/edit-yaml.ts'
import {
  applyDisconnect,
  applyPlan,
  planConnect,
  planDisconnect,
} from '../../../main/clients/connect/connect.ts'
import { at, holds, missingOn, same } from '../../../main/clients/connect/entry-editor.ts'
import type { Editor, Entry } from '../../../main/clients/connect/entry-editor.ts'
import { jsonText, tomlText, yamlListText, yamlText } from './texts.ts'

const value = {
  command: '/usr/bin/node',
  args: ['/opt/it is/gatehouse.cjs', 'mcp', '--client', "it's"],
  env: {},
}
const member: Entry = { kind: 'member', path: ['mcpServers', 'gatehouse'], value }
const element: Entry = {
  kind: 'element',
  path: ['hooks', 'PreToolUse'],
  value: { matcher: '*', hooks: [value] },
}
const table: Entry = {
  kind: 'member',
  path: ['mcp_servers', 'gatehouse'],
  value: { command: value.command, args: value.args, n: 600 },
}
const server: Entry = {
  kind: 'element',
  path: ['mcpServers'],
  value: { name: 'gatehouse', ...value },
}
const extension: Entry = { kind: 'member', path: ['extensions', 'gatehouse'], value }

const rows: readonly [
  name: string,
  editor: Editor,
  text: fc.Arbitrary<string>,
  entry: Entry,
  later: (text: string) => string,
][] = [
  ['JSON, an object', jsonEditor, jsonText, member, (text) => `${text}\n// later\n`],
  ['JSON, a list', jsonEditor, jsonText, element, (text) => `${text}\n// later\n`],
  ['YAML, a list', yamlEditor, yamlListText, server, (text) => `${text}\n# later\n`],
  ['YAML', yamlEditor, yamlText, extension, (text) => `${text}\n# later\n`],
  ['TOML', tomlEditor, tomlText, table, (text) => `${text}\n[later]\nx = 1\n`],
]

/** Every comment and value that was there is there still, in its order. */
function isStored(before: string, after: string): boolean {
  let position = 0
  for (let i = 0; i < after.length; i++) if (after[i] === before[position]) position++
  return position === before.length
}

describe.each(rows)('%s', (_name, editor, text, entry, later) => {
  it('takes an entry beside what is there, and nothing there is lost', () => {
    fc.assert(
      fc.property(text, (before) => {
        const read = editor.read(before)
        if (!read.ok)
          throw new Error(`the generator wrote what cannot be read: ${read.error.text}\n${before}`)
        const after = editor.insert(before, entry)
        if (!after.ok) throw new Error(`${after.error.text}\n${before}`)
        const data = editor.read(after.value)
        expect(data.ok && holds(data.value, entry)).toBe(true)
        expect(isStored(before, after.value) || /\{\s*\}|null/.test(before)).toBe(true)
        expect(undone(after.value, editOf(before, after.value))).toBe(before)
      }),
    )
  })

  it('gives the data back when somebody else wrote into the file since', () => {
    fc.assert(
      fc.property(text, (before) => {
        const read = editor.read(before)
        const after = editor.insert(before, entry)
        if (!read.ok || !after.ok) throw new Error(before)
        const created = missingOn(read.value, entry)
        const changed = later(after.value)
        const removed = editor.remove(changed, entry, created)
        // In the flow style of YAML there are no lines to take out: it says so, and nothing is
        // written.
        if (!removed.ok && editor === yamlEditor && /extensions: \{/.test(before)) return
        if (!removed.ok) throw new Error(`${removed.error.text}\n${changed}`)
        const [left, old] = [editor.read(removed.value), editor.read(later(before))]
        if (!left.ok || !old.ok) throw new Error(removed.value)
        const empties = (data: unknown): unknown =>
          JSON.parse(
            JSON.stringify(data, (key, each: unknown) =>
              key === entry.path[0] && (each === null || same(each, {})) ? undefined : each,
            ),
          )
        expect(empties(left.value)).toEqual(empties(old.value))
      }),
    )
  })
})

describe('through files', () => {
  let home: string
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'gatehouse-connect-'))
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  it.each([
    ['claude-desktop', 'claude_desktop_config.json', jsonText],
    ['goose', 'config.yaml', yamlText],
    ['codex', 'config.toml', tomlText],
  ] as const)(
    'connect and disconnect leave the bytes of a file of %s as they were @whole',
    async (client, name, text) => {
      const hostFacts = {
        env: { XDG_CONFIG_HOME: home, CODEX_HOME: home, GOOSE_PATH_ROOT: undefined },
        platform: 'linux',
        homedir: home,
        cwd: home,
      }
      const file =
        client === 'codex'
          ? join(home, name)
          : join(home, client === 'goose' ? 'goose' : 'Claude', name)
      const recordFile = join(home, 'data', 'connections.json')
      const wish = {
        client,
        scope: 'user' as const,
        hooks: false,
        program: { command: '/usr/bin/node', args: ['/opt/gatehouse.cjs'], env: {} },
        endpoint: null,
      }
      await import('node:fs/promises').then((fs) => fs.mkdir(join(file, '..'), { recursive: true }))
      await fc.assert(
        fc.asyncProperty(text, async (before) => {
          writeFileSync(file, before)
          const plan = await planConnect(wish, hostFacts)
          if (!plan.ok) throw new Error(plan.error.text)
          const done = await applyPlan(plan.value, recordFile, 1_790_000_000_000)
          expect(done.ok).toBe(true)
          expect(readFileSync(file, 'utf8')).not.toBe(before)
          const back = await planDisconnect(client, null, recordFile)
          if (!back.ok) throw new Error(back.error.text)
          expect((await applyDisconnect(back.value, recordFile)).ok).toBe(true)
          expect(readFileSync(file)).toEqual(Buffer.from(before))
        }),
        { numRuns: 60 },
      )
    },
  )
})

describe('odd files', () => {
  it.each([
    ['', { mcpServers: { gatehouse: value } }],
    ['// only a comment', { mcpServers: { gatehouse: value } }],
    ['{"mcpServers":null}', { mcpServers: { gatehouse: value } }],
    ['{"a":1}', { a: 1, mcpServers: { gatehouse: value } }],
    ['{\n  "a": [\n    1\n  ] /* x */ , // y\n}', { a: [1], mcpServers: { gatehouse: value } }],
  ])('JSON %j', (before, wanted) => {
    const after = jsonEditor.insert(before, member)
    const read = after.ok ? jsonEditor.read(after.value) : after
    expect(read).toEqual({ ok: true, value: wanted })
  })

  it.each([
    [jsonEditor, '{"a":', 'connect.malformed'],
    [jsonEditor, '[1]', 'connect.malformed'],
    [jsonEditor, '['.repeat(2_000), 'connect.malformed'],
    [jsonEditor, '{"mcpServers":[]}', 'connect.unfit'],
    [jsonEditor, '{"mcpServers":{},"mcpServers":{"a":1}}', 'connect.unfit'],
    [yamlEditor, 'a: [', 'connect.malformed'],
    [yamlEditor, '- 1\n', 'connect.malformed'],
    [yamlEditor, 'a: 1\n---\nb: 2\n', 'connect.malformed'],
    [yamlEditor, 'extensions: 3\n', 'connect.unfit'],
    [yamlEditor, '{"a": 1}', 'connect.unfit'],
    [tomlEditor, 'a = ', 'connect.malformed'],
    [tomlEditor, 'mcp_servers = { a = { command = "x" } }\n', 'connect.unfit'],
    [tomlEditor, '[mcp_servers.gatehouse]\ncommand = "mine"\n', 'connect.unfit'],
  ] as const)('%#: refuses %j', (editor, text, code) => {
    const entry = editor === jsonEditor ? member : editor === yamlEditor ? extension : table
    expect(editor.insert(text, entry)).toMatchObject({ ok: false, error: { code } })
  })

  it('shows what it wrote, with its place', () => {
    const before = '{\n  // mine\n  "mcpServers": {\n    "a": {} // one\n  }\n}\n'
    const after = jsonEditor.insert(before, { ...member, value: { command: 'x' } })
    expect(after.ok && after.value).toBe(
      '{\n  // mine\n  "mcpServers": {\n    "a": {}, // one\n    "gatehouse": {\n      "command": "x"\n    }\n  }\n}\n',
    )
    expect(at({ a: { b: 1 } }, ['a', 'constructor'])).toBeUndefined()
  })
})
