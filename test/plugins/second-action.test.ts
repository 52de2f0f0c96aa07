// A plugin's action is the one that is named `action`. Where another name could be read as the same one,
// nobody knows which the program takes, so the call counts as one that changes something.
import { expect, it } from 'vitest'
import { z } from 'zod'
import { ok } from '../../contract/result.ts'
import { readManifest } from '../../main/plugins/manifest/read-manifest.ts'
import { pluginTool } from '../../main/plugins/plugin-tool.ts'
import { echoWith } from './echo.ts'

const read = readManifest(
  Buffer.from(
    `${echoWith('')}[args.properties.action]
enum = ["list", "close"]
[[actions]]
name = "list"
read_only = true
[[actions]]
name = "close"
`,
  ),
  'echo',
)

it.each<[object, string | null]>([
  [{ text: 'x', action: 'list' }, 'list'],
  [{ text: 'x', action: 'list', Actions: 'close' }, 'list'],
  [{ text: 'x', action: 'list', Action: 'close' }, null],
  [{ text: 'x', action: 'list', ' action': 'close' }, null],
  [{ text: 'x', action: 'list', ＡＣＴＩＯＮ: 'close' }, null],
  [{ text: 'x', Action: 'list' }, null],
  [{ text: 'x' }, null],
])('of %j the action is %s', (args, action) => {
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  const tool = pluginTool(
    read.value,
    'external',
    () => null as never,
    () => ok(z.record(z.string(), z.json())),
  )
  if (!tool.ok) throw new Error(tool.error)
  expect(tool.value.action(args)).toBe(action)
})
