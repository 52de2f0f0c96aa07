// Which questions a rule is proposed for, and which never.
import { describe, expect, it } from 'vitest'
import { SessionId } from '../../../contract/ids.ts'
import { noPatterns } from '../../../contract/approval/lease.ts'
import type { Decision } from '../../../contract/policy/decision.ts'
import type { CommandPart } from '../../../contract/call/command.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { proposeScopes } from '../../../main/gate/scopes/propose.ts'
import { savingScopes } from '../../../main/gate/rules/saving-rule.ts'
import type { ApprovedCall } from '../../../main/gate/rules/saving-rule.ts'

const write = (path: string, zone: 'workspace' | 'outside' = 'workspace'): CanonicalTouch => ({
  kind: 'fs.write',
  path,
  zone,
  is: 'file',
})
const part = (text: string, changes: Partial<CommandPart> = {}): CommandPart => ({
  text,
  words: text.split(' '),
  opaque: false,
  exact: true,
  via: [],
  effects: ['unknown'],
  doubts: ['program'],
  ...changes,
})
const run = (...parts: CommandPart[]): CanonicalTouch => ({
  kind: 'proc.run',
  command: parts.map(({ text }) => text).join(' && '),
  cwd: '/w',
  zone: 'workspace',
  parts,
})

/** A question with the limits that its card offered. */
function asked(
  touches: readonly CanonicalTouch[],
  decision: Partial<Decision> = {},
  more: Partial<ApprovedCall> = {},
): ApprovedCall {
  return {
    tool: touches[0]?.kind === 'proc.run' ? 'exec' : 'edit_file',
    action: null,
    principal: { kind: 'mcp-client', name: 'coder', session: SessionId.parse('ses_00000001') },
    decision: {
      effect: 'confirm',
      tier: 'R3',
      baseTier: 'R2',
      reasons: [],
      stepUp: false,
      by: { kind: 'tier', id: 'R3' },
      touches: [...touches],
      policyHash: 'cd'.repeat(32),
      ...decision,
    } as Decision,
    proposals: proposeScopes(touches, {
      workspace: '/w',
      edits: touches.every(({ kind }) => kind === 'fs.write'),
      verbLength: ({ words }) => Math.min(words.length, 2),
    }).map((one) => ({ allows: true, ...one, exact: one.exact === true })),
    staged: null,
    ...more,
  }
}
const inside = { workspace: '/w', contained: true }
const because = (code: string): Partial<Decision> => ({ reasons: [{ code, text: code }] })
const staged = { staged: { conflicts: [] } }
const whose = { principals: ['mcp-client'], agents: ['coder'] }

describe('a rule that would have saved an approval', () => {
  it.each<[what: string, call: ApprovedCall, rules: readonly object[]]>([
    [
      'a file: that file, then its folder, never the whole workspace',
      asked([write('/w/src/a.ts')]),
      [
        {
          when: { tools: ['edit_file'], ...whose, paths: ['/w/src/a.ts'] },
          text: 'Allow edit_file for src/a.ts, for coder',
        },
        {
          when: { tools: ['edit_file'], ...whose, paths: ['/w/src/**'] },
          text: 'Allow edit_file for src/, for coder',
        },
      ],
    ],
    [
      'changes of a command that ran in a layer: keeping changes there, not running anything',
      asked([write('/w/dist/a.js')], {}, { tool: 'exec', ...staged }),
      [
        {
          when: { ids: ['fs.commit'], tools: ['exec'], ...whose, paths: ['/w/dist/a.js'] },
          text: 'Keep what commands change in dist/a.js, for coder',
        },
        {
          when: { ids: ['fs.commit'], tools: ['exec'], ...whose, paths: ['/w/dist/**'] },
          text: 'Keep what commands change in dist/, for coder',
        },
      ],
    ],
    [
      'a command: by its words, in its folder',
      asked([run(part('mytool check'))], because('command.unlisted')),
      [
        {
          when: { tools: ['exec'], ...whose, commands: ['mytool check'], paths: ['/w'] },
          text: 'Allow “mytool check”, for coder',
        },
      ],
    ],
    [
      'a raised client is no obstacle',
      asked([write('/w/a')], because('principal.delegated')),
      [{}],
    ],
  ])('%s', (_, call, rules) =>
    expect(savingScopes(call, inside).slice(0, rules.length)).toMatchObject(rules),
  )

  const fetch: CanonicalTouch = {
    kind: 'net.fetch',
    method: 'GET',
    url: 'https://a.example/',
    host: 'a.example',
    port: 443,
    reach: 'public',
    listed: true,
  } as CanonicalTouch
  const connect: CanonicalTouch = {
    kind: 'net.connect',
    host: 'a.example',
    port: 443,
    reach: 'public',
    listed: true,
  } as CanonicalTouch
  const server: CanonicalTouch = {
    kind: 'mcp.call',
    server: 's',
    tool: 't',
    trust: 'local',
    openWorld: false,
  } as CanonicalTouch
  const net = part('npm publish', { effects: ['network'], doubts: undefined })

  it.each<[what: string, call: ApprovedCall]>([
    ['a request', asked([fetch])],
    ['a command with a host', asked([run(part('x')), connect])],
    ['a command that wants the network', asked([run(net)], because('command.network'))],
    ['a call of a server', asked([server])],
    ['a credential', asked([{ kind: 'secrets.get', name: 'token' }])],
    ['a place outside', asked([write('/home/a', 'outside')], because('path.write-outside'))],
    ['a place outside, whatever its reasons say', asked([write('/home/a', 'outside')])],
    ['a protected file', asked([write('/w/.git/hooks/pre-commit')], because('path.guarded'))],
    ['a protected file, whatever its reasons say', asked([write('/w/.git/hooks/pre-commit')])],
    ['R4', asked([run(part('x'))], { tier: 'R4', stepUp: true })],
    ['a proof', asked([write('/w/a')], { stepUp: true })],
    ['a deleted tree', asked([write('/w/a')], because('commit.tree'), staged)],
    ['many deletions', asked([write('/w/a')], because('commit.deletes'), staged)],
    ['what is not kept', asked([write('/w/a')], because('commit.not-kept'), staged)],
    ['a large write', asked([write('/w/a')], because('size.write'))],
    ['a target out of untrusted text', asked([write('/w/a')], because('origin.untrusted'))],
    ['sending private data', asked([write('/w/a')], because('flow.private-out'))],
    ['a rule that asks', asked([write('/w/a')], { by: { kind: 'rule', id: 'mine' } })],
    ['a setting of the tool', asked([write('/w/a')], { by: { kind: 'setting', id: 'exec' } })],
    ['the flow of information', asked([write('/w/a')], { by: { kind: 'flow', id: 'x' } })],
    ['an unreviewed tool', asked([write('/w/a')], because('tool.not-reviewed'))],
    ['a card that offered no limits', asked([write('/w/a')], {}, { proposals: [] })],
    [
      'limits with a host among them',
      asked(
        [write('/w/a')],
        {},
        {
          proposals: [
            {
              patterns: { ...noPatterns, paths: ['/w/a'], hosts: ['h'] },
              exact: false,
              allows: true,
              text: '',
            },
          ],
        },
      ),
    ],
    [
      'a caller whose name cannot be written in a rule',
      asked(
        [write('/w/a')],
        {},
        {
          principal: { kind: 'mcp-client', name: 'a *', session: SessionId.parse('ses_00000001') },
        },
      ),
    ],
    ['nothing touched', asked([])],
  ])('is never proposed for %s', (_, call) => expect(savingScopes(call, inside)).toEqual([]))

  it('covers commands that nothing contains only where they read', () => {
    const open = { ...inside, contained: false }
    const reads = part('git status', { effects: ['read-only'], doubts: undefined })
    expect(savingScopes(asked([run(part('mytool'))], because('command.unlisted')), open)).toEqual(
      [],
    )
    expect(savingScopes(asked([run(reads)]), open)).toMatchObject([
      { when: { commands: ['git status'], paths: ['/w'] } },
    ])
  })
})
