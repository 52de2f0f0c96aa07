// What a machine lacks for its tools is said once a thing, and is no fault.
import { expect, it } from 'vitest'
import type { Check } from '../../contract/protection.ts'
import { toolChecks } from '../../main/services/doctor/tool-checks.ts'

const gmail = { what: 'Nobody is signed in to Gmail.', how: 'gatehouse accounts connect google' }

it.each<readonly [says: string, tools: Parameters<typeof toolChecks>[0], want: readonly Check[]]>([
  ['nothing for tools that lack nothing', [{ name: 'read_file', missing: [] }], []],
  [
    'one line for all tools that lack the same',
    [
      { name: 'google_mail', missing: [gmail] },
      { name: 'send_email', missing: [gmail] },
      { name: 'search_mail', missing: [gmail] },
    ],
    [
      {
        id: 'tools-1',
        title: 'Tool google_mail and 2 others',
        state: 'unset',
        text: gmail.what,
        how: gmail.how,
      },
    ],
  ],
  [
    'the same thing got in two ways as two',
    [
      { name: 'a', missing: [gmail, { what: gmail.what, how: 'otherwise' }] },
      { name: 'b', missing: [gmail] },
    ],
    [
      {
        id: 'tools-1',
        title: 'Tool a and 1 other',
        state: 'unset',
        text: gmail.what,
        how: gmail.how,
      },
      { id: 'tools-2', title: 'Tool a', state: 'unset', text: gmail.what, how: 'otherwise' },
    ],
  ],
  [
    'what nobody can tell for certain as well, with its words',
    [{ name: 'c', missing: [{ what: 'May be missing.', how: 'Look.', uncertain: true }] }],
    [{ id: 'tools-1', title: 'Tool c', state: 'ok', text: 'May be missing.', how: 'Look.' }],
  ],
  [
    'at most three of a tool',
    [
      {
        name: 'd',
        missing: ['1', '2', '3', '4'].map((what) => ({ what, how: '' })),
      },
    ],
    ['1', '2', '3'].map((text, at) => ({
      id: `tools-${at + 1}`,
      title: 'Tool d',
      state: 'unset' as const,
      text,
      how: '',
    })),
  ],
])('says %s', (_, tools, want) => expect(toolChecks(tools)).toEqual(want))
