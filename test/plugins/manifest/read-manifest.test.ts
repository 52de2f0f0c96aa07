// Manifests as people write them: what each key means, and what is said about a mistake.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PluginManifest } from '../../../contract/plugin/manifest.ts'
import { LONGEST_MANIFEST, readManifest } from '../../../main/plugins/manifest/read-manifest.ts'
import { tries } from '../../soak.ts'
import { ECHO, echoWith } from '../echo.ts'

const read = (text: string, stem: string | null = null) => readManifest(Buffer.from(text), stem)
const problems = (text: string, stem: string | null = null) => {
  const result = read(text, stem)
  return result.ok ? [] : result.error
}
const manifest = (text: string): PluginManifest => {
  const result = read(text)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

describe('a manifest', () => {
  it('of the older form is read as given, with the strict answer for all that it does not say', () => {
    expect(read(ECHO, 'echo')).toEqual({
      ok: true,
      value: {
        name: 'echo',
        version: '0.1.0',
        description: 'Echo text back.',
        runs: 'wasi',
        protocol: 0,
        program: 'echo.wasm',
        network: false,
        hosts: [],
        mounts: null,
        limits: {
          runTimeMs: 2_000,
          stdoutBytes: 65_536,
          stderrBytes: 65_536,
          resultChars: 100_000,
          memoryBytes: 268_435_456,
        },
        args: {
          type: 'object',
          required: ['text'],
          properties: { text: { type: 'string', maxLength: 1_024 } },
          additionalProperties: false,
        },
        id: 'plugin.echo',
        title: 'echo',
        category: 'system',
        riskTier: 'R3',
        sideEffects: true,
        pure: false,
        dataAccess: ['processes', 'files'],
        requires: [],
        defaultPolicy: { effect: 'confirm', scope: 'this call' },
        redaction: { args: [], result: [] },
        rateLimits: { perSession: 0, perMinute: 0 },
        networkOutbound: false,
        subagentAccess: 'denied',
        actions: [],
      },
    })
  })

  it('may answer every field of our own manifest', () => {
    const whole = manifest(`tool_name = "forge"
version = "2.1.0"
description = "Asks the forge."
requires_network = true
native = true
max_runtime_ms = 30000
protocol = 1
program = "forge.sh"
hosts = ["forge.example.org"]
mounts = [{ path = "workspace" }, { path = "/data/books", write = true }]
id = "network.forge"
title = "The forge"
category = "network"
risk_tier = "R2"
side_effects = true
data_access = ["mail"]
requires = [
  { kind = "program", name = "curl" },
  { kind = "credential", name = "forge" },
  { kind = "allowlist", host = "forge.example.org", method = "GET" },
]
network_outbound = true
subagent_access = "readOnly"

[default_policy]
effect = "confirm"
scope = "this repository"

[redaction]
args = ["/token"]
result = ["/items/*/key"]

[rate_limits]
per_session = 10
per_minute = 2

[limits]
stdout_bytes = 1024
result_chars = 500

[[actions]]
name = "list"
read_only = true
risk_tier = "R1"

[[actions]]
name = "close"

[args.properties.action]
enum = ["list", "close"]

[args.properties.token]
type = "string"
`)
    expect(whole).toEqual({
      name: 'forge',
      version: '2.1.0',
      description: 'Asks the forge.',
      runs: 'native',
      protocol: 1,
      program: 'forge.sh',
      network: true,
      hosts: ['forge.example.org'],
      mounts: [
        { path: null, write: false },
        { path: '/data/books', write: true },
      ],
      limits: {
        runTimeMs: 30_000,
        stdoutBytes: 1_024,
        stderrBytes: 65_536,
        resultChars: 500,
        memoryBytes: 268_435_456,
      },
      args: {
        type: 'object',
        properties: { action: { enum: ['list', 'close'] }, token: { type: 'string' } },
        additionalProperties: false,
      },
      id: 'network.forge',
      title: 'The forge',
      category: 'network',
      riskTier: 'R2',
      sideEffects: true,
      pure: false,
      dataAccess: ['processes', 'files', 'network', 'mail'],
      requires: [
        { kind: 'program', name: 'curl' },
        { kind: 'credential', name: 'forge' },
        { kind: 'allowlist', host: 'forge.example.org', method: 'GET' },
      ],
      defaultPolicy: { effect: 'confirm', scope: 'this repository' },
      redaction: { args: ['/token'], result: ['/items/*/key'] },
      rateLimits: { perSession: 10, perMinute: 2 },
      networkOutbound: true,
      subagentAccess: 'readOnly',
      actions: [
        { name: 'list', readOnly: true, riskTier: 'R2' },
        { name: 'close', readOnly: false },
      ],
    })
  })

  it.each<
    readonly [what: string, text: string, code: string, line: number, column: number, said: RegExp]
  >([
    [
      'a misspelt key',
      echoWith('max_run_time_ms = 5'),
      'plugin.manifest-key',
      4,
      1,
      /no key "max_run_time_ms".*Did you mean "max_runtime_ms"/,
    ],
    [
      'our own spelling of a key',
      echoWith('riskTier = "R1"'),
      'plugin.manifest-key',
      4,
      1,
      /Did you mean "risk_tier"/,
    ],
    [
      'a key of a table',
      `${ECHO}\n[limits]\nresult_char = 3\n`,
      'plugin.manifest-key',
      12,
      1,
      /limits has no key "result_char"/,
    ],
    [
      'a text for a switch',
      echoWith('native = "no"'),
      'plugin.manifest-value',
      4,
      10,
      /native must be true or false, but it is "no"/,
    ],
    [
      'a number out of range',
      echoWith('max_runtime_ms = 0'),
      'plugin.manifest-value',
      4,
      18,
      /at least 1/,
    ],
    [
      'a tier there is not',
      echoWith('risk_tier = "R9"'),
      'plugin.manifest-value',
      4,
      13,
      /one of R0, R1, R2, R3, R4/,
    ],
    [
      'a protocol there is not',
      echoWith('protocol = 2'),
      'plugin.manifest-value',
      4,
      12,
      /one of 0, 1/,
    ],
    [
      'a date',
      echoWith('title = 2026-01-01'),
      'plugin.manifest-value',
      4,
      9,
      /a text, but it is a date/,
    ],
    [
      'a way out by the program',
      echoWith('program = "../sh"'),
      'plugin.manifest-value',
      4,
      11,
      /name of a file in the folder/,
    ],
    [
      'a relative folder',
      echoWith('mounts = [{ path = "books" }]'),
      'plugin.manifest-value',
      4,
      20,
      /workspace, or a whole path/,
    ],
    [
      'a folder that leads up',
      echoWith('mounts = [{ path = "/a/../b" }]'),
      'plugin.manifest-value',
      4,
      20,
      /leads up/,
    ],
    [
      'a mount to write without side effects',
      echoWith('side_effects = false\nmounts = [{ path = "/a", write = true }]'),
      'plugin.manifest-value',
      4,
      16,
      /a mount may be written/,
    ],
    [
      'hosts without a network',
      echoWith('hosts = ["example.org"]'),
      'plugin.manifest-value',
      4,
      9,
      /requires_network is false/,
    ],
    [
      'one limit twice',
      echoWith('max_runtime_ms = 9\nlimits = { run_time_ms = 9 }'),
      'plugin.manifest-value',
      5,
      26,
      /the same limit/,
    ],
    [
      'an action that no argument takes',
      `${ECHO}\n[[actions]]\nname = "a"\n`,
      'plugin.manifest-value',
      11,
      3,
      /takes none of them/,
    ],
    [
      'a missing key',
      'tool_name = "echo"\nversion = "1"\n',
      'plugin.manifest-value',
      1,
      1,
      /description is missing/,
    ],
    ['no TOML', 'tool_name "echo"', 'plugin.manifest-syntax', 1, 11, /not valid TOML/],
    ['a key twice', `${ECHO}\nmax_length = 3\n`, 'plugin.manifest-syntax', 11, 1, /multiple times/],
    [
      'a key that no object may have',
      '[__proto__]\na = 1\n',
      'plugin.manifest-syntax',
      1,
      2,
      /__proto__/,
    ],
    [
      'nesting without end',
      `a = ${'['.repeat(9_000)}`,
      'plugin.manifest-syntax',
      1,
      69,
      /deeper than 64/,
    ],
    [
      'a key without end',
      `a${'.a'.repeat(9_000)} = 1`,
      'plugin.manifest-syntax',
      1,
      1,
      /more than 64 parts/,
    ],
    [
      'a text without end',
      `a = "${'x'.repeat(200_000)}"`,
      'plugin.manifest-syntax',
      1,
      5,
      /longer than 65536/,
    ],
    [
      'a file without end',
      `# ${'x'.repeat(LONGEST_MANIFEST)}`,
      'plugin.manifest-too-large',
      1,
      1,
      /at most 256 KiB/,
    ],
  ])('with %s is refused where that is', (_what, text, code, line, column, said) => {
    const found = problems(text)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ code, line, column })
    expect(`${found[0]?.text} ${found[0]?.hint}`).toMatch(said)
  })

  it.each([
    ['risk_tier = "R0"\nmounts = []', 'R0'],
    ['risk_tier = "R1"\nmounts = [{ path = "workspace" }]', 'R1'],
    ['risk_tier = "R0"\nmounts = [{ path = "workspace", write = true }]', 'R2'],
    ['risk_tier = "R0"', 'R2'],
    ['risk_tier = "R4"\nmounts = [{ path = "workspace", write = true }]', 'R4'],
  ])('with %s has the tier %s: what may write is never below R2', (lines, tier) => {
    expect(manifest(echoWith(lines)).riskTier).toBe(tier)
  })

  it('that is no UTF-8 is refused', () => {
    expect(readManifest(Uint8Array.of(0xff, 0xfe, 0x00), null)).toMatchObject({
      ok: false,
      error: [{ code: 'plugin.manifest-syntax', text: 'The manifest is not UTF-8 text.' }],
    })
  })

  it('has to be named as its file is', () => {
    expect(problems(ECHO, 'echo2')).toMatchObject([
      { code: 'plugin.manifest-name', line: 1, column: 13 },
    ])
  })

  it('has each of its mistakes told, first in the file first', () => {
    const text = ECHO.replace('version', 'versoin').replace('max_length', 'max_lenght')
    expect(problems(text).map(({ code, line }) => [code, line])).toEqual([
      ['plugin.manifest-value', 1],
      ['plugin.manifest-key', 2],
      ['plugin.manifest-args', 9],
    ])
  })

  it('of any bytes is read or refused with a place in it, and never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }),
          fc.string({ maxLength: 80 }).map((noise) => Buffer.from(ECHO + noise)),
          fc
            .tuple(fc.nat({ max: ECHO.length }), fc.string({ maxLength: 4 }))
            .map(([at, noise]) => Buffer.from(ECHO.slice(0, at) + noise + ECHO.slice(at + 1))),
        ),
        (bytes) => {
          const result = readManifest(bytes, null)
          return result.ok || result.error.every(({ line, column }) => line >= 1 && column >= 1)
        },
      ),
      { numRuns: tries(200) },
    )
  })
})
