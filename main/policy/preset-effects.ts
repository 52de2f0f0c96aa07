// What the preset in force does with each kind of work, asked of the gate itself over a sample call,
// so that what a screen says and what a call meets cannot differ. Rules, leases and settings of
// single tools come on top and are left out.
import { noTaint } from '../../contract/call/origin.ts'
import type { Manifest } from '../../contract/call/manifest.ts'
import type { CanonicalTouch, Zone } from '../../contract/call/touch.ts'
import { RunId, SessionId } from '../../contract/ids.ts'
import type { Decision } from '../../contract/policy/decision.ts'
import type { PresetEffect } from '../../contract/policy/policy-file.ts'
import { exec } from '../../tools/exec.ts'
import { http } from '../../tools/web/http.ts'
import { readFile } from '../../tools/files/read-file.ts'
import { webFetch } from '../../tools/web/web-fetch.ts'
import { writeFile } from '../../tools/files/write-file.ts'
import { decide, decideFirst } from '../gate/decide.ts'
import type { CommitFacts, DecisionRequest } from '../gate/decision-request.ts'
import { comparable, type PathRoots } from '../gate/path-glob.ts'
import { commitRequest } from '../gate/phase.ts'
import type { Policy } from '../gate/policy.ts'
import { compileRules } from '../gate/rules/rules.ts'

/** @param sandboxed a sandbox was tried here and holds; without one no command is staged */
export function presetEffects(inForce: Policy, sandboxed: boolean): readonly PresetEffect[] {
  const { roots } = inForce
  const policy: Policy = {
    ...inForce,
    rules: [],
    ruleSet: compileRules([], roots),
    tools: {},
    ownStop: [],
    perMinute: 0,
  }
  const ask = (manifest: Manifest, ...touches: readonly CanonicalTouch[]): DecisionRequest => ({
    manifest,
    touches,
    sandboxed,
    action: null,
    args: {},
    origins: [],
    taint: noTaint,
    principal: { kind: 'agent', name: 'main', session, runId },
    channel: 'window',
    used: { session: 0, minute: 0 },
    leases: [],
    frozen: false,
    reviewed: null,
    at: { epochMs: 0, weekday: 'mon', minute: 0 },
  })
  // A preset can name where writing may be asked for; that elsewhere it is denied is said beside it.
  const writable = [
    `${roots.workspace}/.sample`,
    '/.sample',
    ...inForce.preset.allowWritePaths.map((glob) => sampleOf(glob, roots)),
  ].filter((path) =>
    inForce.writable.some((pattern) => pattern.matches(comparable(path, roots.foldsCase))),
  )
  const isInside = (path: string): boolean => path.startsWith(`${roots.workspace}/`)
  const at = (kind: 'fs.read' | 'fs.write', zone: Zone): CanonicalTouch => ({
    kind,
    zone,
    is: 'file',
    path:
      writable.find((path) => isInside(path) === (zone === 'workspace')) ??
      `${zone === 'workspace' ? roots.workspace : ''}/.sample`,
  })
  const command = ask(exec.manifest, {
    kind: 'proc.run',
    command: 'sample',
    cwd: roots.workspace,
    zone: 'workspace',
    parts: [
      {
        text: 'sample',
        words: ['sample'],
        opaque: false,
        exact: true,
        via: [],
        effects: ['read-only'],
      },
    ],
  })
  const fetch = (manifest: Manifest, listed: boolean): Decision =>
    decide(
      ask(manifest, {
        kind: 'net.fetch',
        method: 'GET',
        url: 'https://sample.example/',
        listed,
        host: 'sample.example',
        port: 443,
        reach: 'public',
      }),
      policy,
    )
  const staged = decideFirst(command, policy)
  const runsStaged = staged.tier === 'R1'
  const rows: readonly (readonly [PresetEffect['work'], Decision])[] = [
    ['harmless', decide(ask(harmless), policy)],
    ['read', decide(ask(readFile.manifest, at('fs.read', 'workspace')), policy)],
    ['look-up', fetch(webFetch.manifest, true)],
    // Without a sandbox nothing runs, whatever is approved.
    sandboxed ? ['command', staged] : ['no-sandbox', { ...staged, effect: 'deny' }],
    ['write', decide(ask(writeFile.manifest, at('fs.write', 'workspace')), policy)],
    // What is not staged is asked about before it runs, and its changes are not decided on their
    // own.
    ...(runsStaged
      ? [
          [
            'commit',
            decide(commitRequest(command, [at('fs.write', 'workspace')], plain), policy),
          ] as const,
        ]
      : []),
    ['read-outside', decide(ask(readFile.manifest, at('fs.read', 'outside')), policy)],
    ['write-outside', decide(ask(writeFile.manifest, at('fs.write', 'outside')), policy)],
    ['send', fetch(http.manifest, false)],
    ['grave', decide(ask({ ...harmless, riskTier: 'R4' }), policy)],
  ]
  return rows.map(([work, { tier, effect, by }]) => ({ work, tier, effect, by }))
}

const session = SessionId.parse('ses_supposed00')
const runId = RunId.parse('run_supposed00')
const plain: CommitFacts = { whole: true, trees: [], deleted: 0, privileged: [], repositories: [] }
/** A path that a pattern most likely takes; whether it does is looked at. */
function sampleOf(glob: string, { workspace, home }: PathRoots): string {
  const path = glob.replace(/\*+/g, 'sample').replace(/^~/, home)
  return path.startsWith('/') ? path : `${workspace}/${path}`
}

/** Nothing of ours is that harmless, or that grave, yet. */
const harmless: Manifest = {
  ...readFile.manifest,
  id: 'agent.own',
  name: 'sample',
  title: 'Sample',
  riskTier: 'R0',
  dataAccess: [],
}
