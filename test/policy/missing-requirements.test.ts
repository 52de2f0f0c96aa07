// What is said to be missing for a tool, and how to get it; and that a tool that lacks something is
// shown to people and to no model.
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Requirement } from '../../contract/call/manifest.ts'
import type { AnyTool } from '../../contract/call/tool.ts'
import { failure } from '../../contract/failure.ts'
import { openInstalledPrograms } from '../../main/policy/installed-programs.ts'
import { missingRequirements } from '../../main/policy/missing-requirements.ts'
import type { RequirementFacts } from '../../main/policy/missing-requirements.ts'
import { toolAvailability } from '../../main/policy/tool-availability.ts'
import { builtInSource, openRegistry } from '../../main/registry/registry.ts'
import { findTool } from '../../main/wiring/calls/find-tool.ts'
import { mathEval } from '../../tools/pure/math-eval.ts'
import { callers, policyWith, sha256 } from '../gate/decision-requests.ts'
import { makeTemporary } from '../temporary.ts'

const folders: string[] = []
const folderOf = (): string => {
  const folder = makeTemporary('programs')
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

const met: RequirementFacts = {
  workspace: { path: '/w', ready: true, text: '' },
  sandboxWith: () => ({ ok: true, text: 'held' }),
  isStored: () => true,
  unusable: () => null,
  isInstalled: () => true,
  isListed: () => true,
  permission: () => 'granted',
  platform: 'darwin',
}
const absent: Partial<RequirementFacts> = {
  workspace: { path: '/w', ready: false, text: 'The workspace /w does not exist.' },
  sandboxWith: (protections) => ({
    ok: false,
    trying: false,
    text: `No sandbox ${protections.join()}`,
    how: 'Install bubblewrap.',
  }),
  isStored: () => false,
  isInstalled: () => false,
  isListed: () => false,
  permission: () => 'denied',
}

const kinds: readonly [Requirement, string, string][] = [
  [{ kind: 'workspace' }, 'The workspace /w does not exist.', 'Choose a folder in Settings.'],
  [{ kind: 'sandbox', protections: ['memory'] }, 'No sandbox memory', 'Install bubblewrap.'],
  [
    { kind: 'program', name: 'ffmpeg' },
    'The program ffmpeg is needed and was not found.',
    'Install ffmpeg. Gatehouse finds it within ten seconds, without a restart.',
  ],
  [
    { kind: 'program', name: 'chromium' },
    'A browser is needed, and none was found.',
    'Install Chrome, Edge or Chromium. Gatehouse finds it within ten seconds, without a restart.',
  ],
  [
    { kind: 'credential', name: 'mail' },
    'The credential mail is needed.',
    'Store it in Settings, Credentials, or run: gatehouse secrets set mail',
  ],
  [
    {
      kind: 'credential',
      name: 'search',
      host: 'api.example',
      header: 'x-key',
      template: '{}',
    },
    'The credential search is needed.',
    "Store it in Settings, Credentials, or run: gatehouse secrets set search --host api.example --header x-key --template '{}'",
  ],
  [
    { kind: 'allowlist', host: 'api.example', method: 'POST' },
    'The host api.example is not on your allowlist for POST.',
    'Add it in Settings, or under allowlist.hosts in the configuration.',
  ],
  ...(
    [
      ['screen', 'screen recording', 'Screen & System Audio Recording'],
      ['microphone', 'the microphone', 'Microphone'],
      ['camera', 'the camera', 'Camera'],
      ['accessibility', 'accessibility', 'Accessibility'],
      ['full-disk', 'full disk access', 'Full Disk Access'],
    ] as const
  ).map(([permission, name, page]): [Requirement, string, string] => [
    { kind: 'permission', permission },
    `Gatehouse has no permission for ${name}.`,
    `Allow Gatehouse in System Settings, Privacy & Security, ${page}.`,
  ]),
]

const needing = (...requires: readonly Requirement[]): AnyTool =>
  ({ ...mathEval, manifest: { ...mathEval.manifest, requires } }) as unknown as AnyTool
const registryOf = (tool: AnyTool, facts: Partial<RequirementFacts>) => {
  const { workspace, ...rest } = { ...met, ...facts }
  const tools = [tool]
  return openRegistry({
    sources: [builtInSource(() => tools)],
    sha256,
    availability: toolAvailability({
      ...rest,
      workspace: () => workspace,
      policy: () => policyWith({}),
    }),
  })
}

it('says of a key of the configuration that it has to be written', () => {
  expect(missingRequirements({ kind: 'setting', key: 'services.webSearch.url' }, met)).toEqual({
    what: 'The setting services.webSearch.url is needed.',
    how: 'Set it in Settings, or write services.webSearch.url in the configuration file.',
  })
})

it('says of a credential that is stored for another host that it cannot go along', () => {
  const requirement: Requirement = { kind: 'credential', name: 'search', host: 'api.example' }
  const at = (code: string) =>
    missingRequirements(requirement, {
      ...met,
      unusable: (name, url) => failure(code, `${name} is not for ${url}.`),
    })
  expect(at('secrets.host')).toEqual({
    what: 'search is not for https://api.example.',
    how: 'Store it in Settings, Credentials, or run: gatehouse secrets set search --host api.example',
  })
  expect(at('secrets.locked')).toBe(null)
})

describe.each(kinds)('%j', (requirement, what, how) => {
  it('is said with the way to get it, until it is there', () => {
    expect(missingRequirements(requirement, { ...met, ...absent })).toEqual({ what, how })
    expect(missingRequirements(requirement, met)).toBe(null)
  })

  // What is missing for every tool passes again, and the call says why.
  const passes = requirement.kind === 'workspace' || requirement.kind === 'sandbox'
  const claim = passes ? 'refuses the call, and hides nothing' : 'keeps the tool from every model'
  it(`${claim}, and is said in the lists of a person`, () => {
    const [without, having] = [
      registryOf(needing(requirement), absent),
      registryOf(needing(requirement), {}),
    ]
    for (const principal of Object.values(callers)) {
      expect(without.modelTools(principal)).toHaveLength(passes ? 1 : 0)
      expect(having.modelTools(principal)).toHaveLength(1)
      expect(without.listings(principal)).toMatchObject([
        { name: 'math_eval', available: false, missing: [{ what, how }] },
      ])
      expect(having.listings(principal)).toMatchObject([{ available: true, missing: [] }])
      const find = (registry: typeof without) =>
        findTool(registry, () => policyWith({}))(principal, 'math_eval')
      expect(find(without)).toMatchObject({ ok: false, error: { code: 'tool.lacking', hint: how } })
      expect(find(having).ok).toBe(true)
    }
  })
})

describe('what cannot be checked', () => {
  it.each([
    [
      { kind: 'permission', permission: 'screen' } as const,
      { permission: () => 'unknown' } as const,
    ],
    [
      { kind: 'sandbox' } as const,
      {
        sandboxWith: () => ({ ok: false, trying: true, text: 'Still testing.', how: 'Wait.' }),
      } as const,
    ],
  ])('%j is named, and the tool is still available', (requirement, facts) => {
    const registry = registryOf(needing(requirement), facts)
    expect(registry.modelTools(callers.agent)).toHaveLength(1)
    expect(registry.listings(callers.person)).toMatchObject([
      { available: true, missing: [{ uncertain: true }] },
    ])
  })

  it('says on each system what to do', () => {
    const asked = (platform: NodeJS.Platform) =>
      missingRequirements(
        { kind: 'permission', permission: 'screen' },
        { ...met, permission: () => 'unknown', platform },
      )
    expect(asked('linux')?.how).toMatch(/asks for it when it is used/)
    expect(asked('darwin')?.how).toMatch(/System Settings/)
  })
})

describe('a program', () => {
  it('is found on the search path as a file that can be run, and nowhere else', () => {
    const folder = folderOf()
    writeFileSync(join(folder, 'there'), '')
    chmodSync(join(folder, 'there'), 0o755)
    writeFileSync(join(folder, 'plain'), '')
    mkdirSync(join(folder, 'folder'))
    const isInstalled = openInstalledPrograms({
      path: () => `relative::${folder}`,
      now: () => 0,
      platform: 'linux',
    })
    const names = ['there', 'plain', 'folder', 'missing', '../there', `${folder}/there`, '', 'a b']
    expect(names.filter(isInstalled)).toEqual(['there'])
  })

  it('is looked for again after a while', () => {
    const folder = folderOf()
    let now = 0
    const isInstalled = openInstalledPrograms({
      path: () => folder,
      now: () => now,
      platform: 'linux',
    })
    expect(isInstalled('late')).toBe(false)
    writeFileSync(join(folder, 'late'), '', { mode: 0o755 })
    expect(isInstalled('late')).toBe(false)
    now = 10_000
    expect(isInstalled('late')).toBe(true)
  })
})

it('doctor reports what is no workspace and no sandbox', () => {
  const registry = registryOf(
    needing({ kind: 'workspace' }, { kind: 'credential', name: 'mail' }),
    absent,
  )
  expect(registry.lacking()).toMatchObject([
    { name: 'math_eval', missing: [{ what: 'The credential mail is needed.' }] },
  ])
})
