import { SubagentLimits } from '../../contract/policy/config/subagent-limits.ts'
import { AgentLimits } from '../../contract/policy/config/agent-limits.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Config } from '../../contract/policy/config/config.ts'
import { Services } from '../../contract/policy/config/services.ts'
import { editDistance, nearest } from '../../contract/nearest.ts'
import { parseConfig } from '../../main/config/parse.ts'
import { tries } from '../soak.ts'
import { processorMs } from '../processor.ts'

const file = '/etc/gatehouse.yaml'
const defaults = Config.parse({})

const problemsOf = (text: string) => {
  const result = parseConfig(text, file)
  return result.ok
    ? []
    : result.error.map(
        ({ line, column, text: what, hint }) => `${line}:${column} ${what} | ${hint}`,
      )
}

describe('parseConfig', () => {
  it.each([
    ['an empty file', ''],
    ['a file of comments', '# nothing yet\n\n# at all\n'],
    ['an explicit nothing', '---\n...\n'],
  ])('takes the defaults from %s', (_name, text) => {
    expect(parseConfig(text, file)).toEqual({ ok: true, value: defaults })
  })

  it('reads settings of every kind', () => {
    const text = [
      'workspace: ~/work',
      'model:',
      '  provider: openai-compatible',
      '  name: qwen3',
      '  baseUrl: http://127.0.0.1:11434/v1',
      '  apiKeyEnv: OPENAI_API_KEY',
      'exfiltrationGuard: { enabled: true, allowTools: [web_fetch] }',
      'allowlist:',
      '  hosts: [docs.rs, "*.example.org", "localhost:8080"]',
      'approvals: { timeoutSeconds: 30 }',
      'agent:',
      '  maxSteps: 5',
      '  instructions: Be brief.',
    ].join('\n')
    expect(parseConfig(text, file)).toEqual({
      ok: true,
      value: {
        workspace: '~/work',
        model: {
          provider: 'openai-compatible',
          name: 'qwen3',
          baseUrl: 'http://127.0.0.1:11434/v1',
          apiKeyEnv: 'OPENAI_API_KEY',
          price: null,
          prices: {},
          names: {},
        },
        exfiltrationGuard: { enabled: true, allowTools: ['web_fetch'] },
        allowlist: { hosts: ['docs.rs', '*.example.org', 'localhost:8080'] },
        preset: 'ask',
        presets: {},
        rules: [],
        stop: [],
        tools: {},
        services: Services.parse({}),
        limits: {
          writeBytes: 5_242_880,
          requestBytes: 1_048_576,
          cpuSeconds: 300,
          treeCpuSeconds: 3_600,
          serverCpuSeconds: 3_600,
        },
        servers: {},
        gateway: { clients: {} },
        fleet: null,
        organisation: null,
        redaction: { exceptions: [] },
        agents: { main: { hosts: [] } },
        channels: {},
        runner: 'local',
        container: { program: null, image: null, runtime: null },
        plugins: {
          builtInFolder: null,
          externalFolder: null,
          allowExternal: false,
          externalAllowList: [],
          strict: false,
          writeFolders: [],
          hosts: {},
        },
        approvals: { timeoutSeconds: 30 },
        desktop: {
          approvalWindow: false,
          approveFromNotification: false,
          openAtLogin: false,
          touchId: false,
          updates: 'off',
        },
        rehearsal: { automatic: true, timeoutSeconds: 20 },
        window: {
          theme: 'system',
          contrast: 'system',
          density: 'comfortable',
          textPercent: 100,
          singleKeyShortcuts: true,
          sidebarCollapsed: false,
          tools: {
            usual: { text: '', filters: {}, group: null, sort: null, columns: [] },
            views: {},
          },
        },
        agent: {
          maxSteps: 5,
          contextTokens: null,
          workspaceNotes: true,
          limits: AgentLimits.parse({}),
          instructions: 'Be brief.',
          subagents: SubagentLimits.parse({}),
        },
      },
    })
  })

  const knownAtTop =
    'Known here: workspace, model, exfiltrationGuard, allowlist, agents, preset, presets, rules, channels, stop, tools, services, limits, runner, container, plugins, servers, gateway, fleet, organisation, window, desktop, redaction, approvals, rehearsal, agent.'
  it.each([
    [
      'an unknown key far from any',
      'zebra: 1',
      [`1:1 Gatehouse knows no setting "zebra". | ${knownAtTop}`],
    ],
    [
      'an unknown key near one',
      '\nworkspcae: x',
      [`2:1 Gatehouse knows no setting "workspcae". | Did you mean "workspace"?`],
    ],
    [
      'a key in another spelling',
      'exfiltration_guard: {}',
      [`1:1 Gatehouse knows no setting "exfiltration_guard". | Did you mean "exfiltrationGuard"?`],
    ],
    [
      'an unknown key inside a section',
      'agent:\n  maxStep: 3',
      [
        '2:3 agent knows no setting "maxStep". | Did you mean "maxSteps"? Known here: maxSteps, contextTokens, workspaceNotes, limits, instructions, subagents.',
      ],
    ],
    [
      'a key that wants to hold a secret',
      'model:\n  apiKey: sk-very-secret',
      [
        '2:3 model knows no setting "apiKey". | Keys never belong in this file. Put the key into an environment variable and write its name as apiKeyEnv.',
      ],
    ],
    [
      'a prototype in disguise',
      '__proto__: { workspace: x }',
      [`1:1 Gatehouse knows no setting "__proto__". | ${knownAtTop}`],
    ],
    [
      'a wrong word',
      'model:\n  provider: antropic',
      [
        '2:13 model.provider must be one of manual, anthropic, openai-compatible, but it is "antropic". | Did you mean "anthropic"? Write one of: manual, anthropic, openai-compatible.',
      ],
    ],
    [
      'a text for a number',
      'approvals:\n  timeoutSeconds: soon',
      [
        '2:19 approvals.timeoutSeconds must be a number, but it is "soon". | Write digits only, without quotes or a unit.',
      ],
    ],
    [
      'a broken number',
      'agent: { maxSteps: 2.5 }',
      [
        '1:20 agent.maxSteps must be a whole number, but it is 2.5. | Write digits only, without quotes or a unit.',
      ],
    ],
    [
      'a number too small',
      'approvals: { timeoutSeconds: 0 }',
      ['1:30 approvals.timeoutSeconds must be at least 1, but it is 0. | Use a larger value.'],
    ],
    [
      'a number too big',
      'agent: { maxSteps: 999 }',
      ['1:20 agent.maxSteps must be at most 200, but it is 999. | Use a smaller value.'],
    ],
    [
      'yes for true',
      'exfiltrationGuard: { enabled: yes }',
      [
        '1:31 exfiltrationGuard.enabled must be true or false, but it is "yes". | Write true or false, without quotes; yes and no are strings in YAML 1.2.',
      ],
    ],
    [
      'an empty section',
      'workspace: x\napprovals:\n',
      [
        '2:1 approvals must be a section with keys of its own, but it is empty. | Give it a value, or remove the line to use the default.',
      ],
    ],
    [
      'an empty text',
      'workspace: ""',
      [
        '1:12 workspace must not be an empty text. | Give it a value, or remove the line to use the default.',
      ],
    ],
    [
      'a text for a list',
      'allowlist:\n  hosts: a.org',
      [
        '2:10 allowlist.hosts must be a list, but it is "a.org". | Put each value on a line of its own that begins with "- ".',
      ],
    ],
    [
      'an address for a host',
      'allowlist:\n  hosts:\n    - ok.org\n    - https://x.org/',
      [
        '4:7 allowlist.hosts[1] must be a host such as example.org, *.example.org or http://localhost:8080, but it is "https://x.org/". | Write the host in lower-case letters and without a path, such as example.org, or http://example.org where it is not https.',
      ],
    ],
    [
      'a list at the top',
      '- a',
      ['1:1 The file must consist of settings, but it is a list. | Write "setting: value" lines.'],
    ],
    [
      'a key twice',
      'workspace: a\nworkspace: b',
      [
        '2:1 This key appears twice in the same section. | Remove one of the two. Gatehouse cannot tell which one you mean.',
      ],
    ],
    [
      'a tab',
      'model:\n\tprovider: manual',
      ['2:1 This line is indented with a tab. | Use spaces.'],
    ],
    [
      'an open bracket',
      'workspace: [',
      [
        '1:13 Something is left open here: a quote, a bracket or the colon after a key. | Close it, or write "key: value".',
      ],
    ],
    [
      'a tag',
      'workspace: !!js/function x',
      ['1:12 Tags ("!name") are not allowed here. | Remove the tag.'],
    ],
    [
      'a second document',
      'workspace: a\n---\nexfiltrationGuard: { enabled: true }',
      ['2:1 A second document begins here with "---". | Keep one document in the file.'],
    ],
    [
      'an alias to nothing',
      'workspace: *x',
      [
        '1:12 This alias ("*name") names no anchor before it. | Put quotes around a value that begins with a star.',
      ],
    ],
  ])('says where %s is and what to do', (_name, text, want) => {
    expect(problemsOf(text)).toEqual(want)
  })

  it('names every problem, in the order of the file', () => {
    expect(
      problemsOf('agent: { maxSteps: no }\nzebra: 1\napprovals: 5').map(
        (problem) => problem.split(' ')[0],
      ),
    ).toEqual(['1:20', '2:1', '3:12'])
  })

  it('never repeats what may be a key', () => {
    const text =
      'model:\n  apiKeyEnv: sk-ant-api03-verysecret\n  baseUrl: ftp://u:verysecret@x\n  token: verysecret\n'
    expect(problemsOf(text)).toHaveLength(3)
    expect(problemsOf(text).join('\n')).not.toContain('verysecret')
  })

  it('refuses a file that grows without end through aliases, and quickly', () => {
    const text = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefghi'
        .split('')
        .map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[i]}`).join(',')}]`),
    ].join('\n')
    const start = processorMs()
    expect(problemsOf(text).length).toBeGreaterThan(0)
    expect(processorMs() - start).toBeLessThan(1000)
  })

  it('refuses a file that is too long', () => {
    expect(problemsOf(`# ${'x'.repeat(1_100_000)}`)).toEqual([
      '1:1 The file is longer than 1024 KiB. | Remove what does not belong there, or point --config at the right file.',
    ])
  })

  it('gives a configuration or problems inside the file, whatever the text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'workspace: ',
        'model:\n  ',
        'hosts:\n',
        '- ',
        '&a ',
        '*a',
        '{',
        '}',
        '[',
        ']',
        '"',
        "'",
        '|\n',
        '>',
        '---\n',
        '\n',
        '  ',
        '\t',
        '# c\n',
        ': ',
        '!!x ',
        '%y\n',
        'enabled: true\n',
        '<<: *a\n',
        '\u{feff}',
        '\0',
      ),
      fc.string({ maxLength: 5 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join('')
        const result = parseConfig(text, file)
        const problems = result.ok ? [] : result.error
        expect(result.ok ? Config.parse(result.value) : null).toEqual(
          result.ok ? result.value : null,
        )
        expect(problems.length > 0).toBe(!result.ok)
        const lines = text.split(/\r\n|\n|\r/).length
        for (const problem of problems) {
          expect(problem.line).toBeGreaterThanOrEqual(1)
          expect(problem.line).toBeLessThanOrEqual(lines + 1)
          expect(problem.text).toMatch(/\S/)
          expect(problem.hint).toMatch(/\S/)
        }
      }),
      { numRuns: tries(2000) },
    )
  })
})

describe('nearest', () => {
  it.each([
    ['provder', ['name', 'provider'], 'provider'],
    ['Provider', ['provider'], 'provider'],
    ['max-steps', ['maxSteps'], 'maxSteps'],
    ['ab', ['cd'], null],
    ['tools', ['approvals'], null],
    ['', ['a'], null],
    // Of two numbers one is no misspelling of the other.
    ['R9', ['R0', 'R1'], null],
    ['max_2', ['max_3'], null],
    ['sonar2', ['sonar'], 'sonar'],
  ])('guesses for %j among %j', (word, known, want) => {
    expect(nearest(word, known)).toBe(want)
  })

  it('measures a distance: none to itself, the same both ways, at most the longer length', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (a, b) => {
        expect(editDistance(a, a)).toBe(0)
        expect(editDistance(a, b)).toBe(editDistance(b, a))
        expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length))
        expect(editDistance(a, b) > 0).toBe(a !== b)
      }),
    )
  })
})
