import { expect, it } from 'vitest'
import { catalog } from '../../tools/catalog.ts'
import { deedsOf } from '../../main/wiring/calls/agent/deeds-of.ts'

const named = (name: string) => catalog.find(({ manifest }) => manifest.name === name)

it.each<[string, object, readonly string[]]>([
  ['read_file', { path: 'a' }, []],
  ['write_file', { path: 'a', content: '' }, ['change']],
  ['exec', { command: 'npm test' }, ['change', 'run']],
  ['exec', { command: 'git push', hosts: ['example.org'] }, ['change', 'send', 'run']],
  ['github', { action: 'list_issues', owner: 'a', repo: 'b' }, []],
  ['github', { action: 'create_issue', owner: 'a', repo: 'b', title: 't' }, ['change', 'send']],
  ['send_notification', { title: 't', message: 'b' }, ['change', 'send']],
  ['spawn', { task: 'x' }, ['send', 'change', 'run']],
  ['read_result', { call: 'call_00000001' }, []],
  ['write_file', { nonsense: 1 }, []],
  ['no_such_tool', {}, []],
])('knows what a call of %s can have done (%j)', (name, args, deeds) => {
  expect(deedsOf(named(name), args)).toEqual(deeds)
})
