import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../contract/json.ts'
import { nativeOf } from '../../../main/clients/hook/agents.ts'
import { hookAgents, type HookAgent } from '../../../contract/server/hook-agent.ts'
import { answerFor, stop } from '../../../main/clients/hook/answer.ts'
import { readEvent } from '../../../main/clients/hook/event.ts'
import { nativeName } from '../../../main/clients/hook/native-name.ts'
import { argumentsOf, nativeTool } from '../../../main/clients/hook/native-tool.ts'
import { touchesOf } from '../../../main/clients/hook/touches.ts'

const reach = (agent: HookAgent, tool: string, input: JsonObject) =>
  touchesOf(nativeOf(agent, tool), agent, tool, input, '/p')
const read = (path: string) => ({ kind: 'fs.read', path })
const write = (path: string, bytes?: number) => ({
  kind: 'fs.write',
  path,
  ...(bytes === undefined ? {} : { bytes }),
})
const fetch = (url: string) => ({ kind: 'net.fetch', method: 'GET', url })
const mcp = (server: string, tool: string) => ({ kind: 'mcp.call', server, tool })

describe('what a call of an agent would reach', () => {
  it.each([
    ['claude-code', 'Bash', { command: 'ls' }, [{ kind: 'proc.run', command: 'ls', cwd: '/p' }]],
    ['claude-code', 'Bash', { command: 3 }, null],
    ['claude-code', 'Bash', {}, null],
    ['claude-code', 'Read', { file_path: '/etc/hosts' }, [read('/etc/hosts')]],
    ['claude-code', 'Read', { file_path: 'a/../b' }, [read('/p/a/../b')]],
    ['claude-code', 'Read', { file_path: '~/x' }, [read('~/x')]],
    ['claude-code', 'Read', { path: '/a' }, null],
    ['claude-code', 'Glob', { pattern: '**/*.ts' }, [read('/p')]],
    ['claude-code', 'Glob', { pattern: '/etc/**/passwd' }, [read('/p'), read('/etc/')]],
    ['claude-code', 'Glob', { pattern: '../../secret/*' }, [read('/p'), read('/p/../../secret/')]],
    ['claude-code', 'Glob', { pattern: '*/../../../*' }, [read('/p'), read('/')]],
    ['claude-code', 'Glob', { pattern: '{a,../../b}/*' }, [read('/p'), read('/')]],
    ['claude-code', 'Grep', { pattern: 'x', path: '/q' }, [read('/q')]],
    ['claude-code', 'Write', { file_path: 'a', content: 'é' }, [write('/p/a', 2)]],
    ['claude-code', 'Edit', { file_path: '/a', old_string: 'x', new_string: 'y' }, [write('/a')]],
    ['claude-code', 'MultiEdit', { file_path: '/a', edits: [] }, [write('/a')]],
    ['claude-code', 'NotebookEdit', { notebook_path: '/n' }, [write('/n')]],
    ['claude-code', 'WebFetch', { url: 'https://a.test/' }, [fetch('https://a.test/')]],
    ['claude-code', 'WebSearch', { query: 'x' }, [mcp('claude-code', 'WebSearch')]],
    ['claude-code', 'Task', { prompt: 'x' }, []],
    ['claude-code', 'mcp__forge__create', {}, [mcp('forge', 'mcp__forge__create')]],
    ['claude-code', 'Brandnew', {}, [mcp('claude-code', 'Brandnew')]],
    ['claude-code', 'constructor', {}, [mcp('claude-code', 'constructor')]],
    ['cursor', 'Shell', { command: 'ls' }, [{ kind: 'proc.run', command: 'ls', cwd: '/p' }]],
    ['cursor', 'Delete', { file_path: '/a' }, [write('/a')]],
    [
      'codex',
      'apply_patch',
      {
        command:
          '*** Begin Patch\n*** Update File: a.ts\n *** Move to: /b.ts\r\n*** Delete File: c\n*** End Patch',
      },
      [write('/p/a.ts'), write('/b.ts'), write('/p/c')],
    ],
    ['codex', 'apply_patch', { command: 'nothing' }, null],
    [
      'gemini-cli',
      'run_shell_command',
      { command: 'ls', dir_path: 'sub' },
      [{ kind: 'proc.run', command: 'ls', cwd: '/p/sub' }],
    ],
    [
      'gemini-cli',
      'run_shell_command',
      { command: 'ls', directory: 'sub' },
      [{ kind: 'proc.run', command: 'ls', cwd: '/p/sub' }],
    ],
    [
      'gemini-cli',
      'run_shell_command',
      { command: 'ls', dir_path: 'sub', directory: '/etc' },
      null,
    ],
    ['gemini-cli', 'read_file', { absolute_path: '/etc/passwd' }, [read('/etc/passwd')]],
    [
      'gemini-cli',
      'read_file',
      { file_path: 'a', absolute_path: '/etc/passwd' },
      [read('/p/a'), read('/etc/passwd')],
    ],
    ['gemini-cli', 'read_file', { file_path: 'a', absolute_path: 7 }, null],
    ['gemini-cli', 'list_directory', { path: '/etc' }, [read('/etc')]],
    ['gemini-cli', 'list_directory', { dir_path: 'a', path: '/etc' }, [read('/p/a'), read('/etc')]],
    ['gemini-cli', 'glob', { pattern: '*.ts', path: '/etc' }, [read('/etc')]],
    [
      'gemini-cli',
      'web_fetch',
      { prompt: 'sum up https://a.test/x and (https://b.test).' },
      [fetch('https://a.test/x'), fetch('https://b.test')],
    ],
    ['gemini-cli', 'web_fetch', { prompt: 'that page' }, null],
    [
      'gemini-cli',
      'web_fetch',
      { prompt: 'https://a.test/ and HTTPS://B.test/y' },
      [fetch('https://a.test/'), fetch('HTTPS://B.test/y')],
    ],
    ...['"', "'", '<', '>', ')', ']'].map(
      (mark) =>
        [
          'gemini-cli',
          'web_fetch',
          { prompt: `see https://a.test${mark}@evil.test/ now` },
          [fetch('https://a.test'), fetch(`https://a.test${mark}@evil.test/`)],
        ] as const,
    ),
    [
      'gemini-cli',
      'web_fetch',
      { prompt: 'http:\\\\evil.test/ it' },
      [fetch('http:\\\\evil.test/')],
    ],
    ['gemini-cli', 'web_fetch', { prompt: 'https:evil.test it' }, [fetch('https:evil.test')]],
    ['gemini-cli', 'mcp_forge_create', {}, [mcp('forge', 'mcp_forge_create')]],
  ] as const)('%s %s %j', (agent, tool, input, wanted) => {
    expect(reach(agent, tool, input as JsonObject)).toEqual(wanted)
  })

  it('has no name that a tool of a server could have', () => {
    for (const agent of hookAgents) {
      const name = nativeName(agent, 'Bash')
      expect(name.split('__')).toHaveLength(1)
      expect(nativeTool(name)?.tool.manifest.name).toBe(name)
    }
    expect([
      nativeTool('read_file'),
      nativeTool('claude_code_'),
      nativeTool('claude_code_a b'),
      nativeTool('claude_code__x'),
    ]).toEqual([null, null, null, null])
  })
})

describe('the event of an agent', () => {
  it.each([
    [
      'claude-code',
      {
        session_id: 's',
        transcript_path: '/t',
        cwd: '/p',
        permission_mode: 'default',
        hook_event_name: 'PreToolUse',
        tool_name: 'Write',
        tool_input: { file_path: '/a', content: 'x' },
        tool_use_id: 'u',
      },
      { tool: 'Write', input: { file_path: '/a', content: 'x' }, cwd: '/p', session: 's' },
    ],
    [
      'codex',
      {
        session_id: 's',
        turn_id: 't',
        cwd: '/p',
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_use_id: 'c',
        tool_input: { command: 'ls' },
      },
      { tool: 'Bash', input: { command: 'ls' }, cwd: '/p', session: 's' },
    ],
    [
      'gemini-cli',
      {
        session_id: 's',
        cwd: '/p',
        hook_event_name: 'BeforeTool',
        timestamp: 'now',
        tool_name: 'read_file',
        tool_input: { file_path: 'a' },
      },
      { tool: 'read_file', input: { file_path: 'a' }, cwd: '/p', session: 's' },
    ],
    [
      'cursor',
      {
        conversation_id: 'c',
        generation_id: 'g',
        hook_event_name: 'beforeShellExecution',
        workspace_roots: ['/r'],
        command: 'ls',
        cwd: '/p',
      },
      { tool: 'Shell', input: { command: 'ls' }, cwd: '/p', session: 'c' },
    ],
    [
      'cursor',
      {
        conversation_id: 'c',
        hook_event_name: 'beforeReadFile',
        workspace_roots: ['/r'],
        file_path: '/a',
        content: 'secret',
      },
      { tool: 'Read', input: { file_path: '/a' }, cwd: '/r', session: 'c' },
    ],
    [
      'cursor',
      {
        conversation_id: 'c',
        hook_event_name: 'beforeMCPExecution',
        workspace_roots: ['/r'],
        tool_name: 'q',
        tool_input: '{"a":1}',
        url: 'http://h:1/mcp',
      },
      { tool: 'mcp__http-h-1-mcp-1606964a60bf4978__q', input: { a: 1 }, cwd: '/r', session: 'c' },
    ],
    [
      'cursor',
      {
        conversation_id: 'c',
        hook_event_name: 'preToolUse',
        workspace_roots: ['/r'],
        tool_name: 'Delete',
        tool_input: { file_path: '/a' },
      },
      { tool: 'Delete', input: { file_path: '/a' }, cwd: '/r', session: 'c' },
    ],
    [
      'cursor',
      {
        conversation_id: 'c',
        hook_event_name: 'preToolUse',
        workspace_roots: ['/r'],
        tool_name: 'Grep',
        tool_input: { pattern: 'x', path: '/a' },
      },
      { tool: 'Grep', input: { pattern: 'x', path: '/a' }, cwd: '/r', session: 'c' },
    ],
    [
      'cursor',
      {
        conversation_id: 'c',
        hook_event_name: 'preToolUse',
        workspace_roots: ['/r'],
        tool_name: 'StrReplace',
        tool_input: { path: '/a' },
      },
      { tool: 'StrReplace', input: { path: '/a' }, cwd: '/r', session: 'c' },
    ],
    ...['Shell', 'Read', 'MCP:fetch'].map(
      (tool_name) =>
        [
          'cursor',
          {
            conversation_id: 'c',
            hook_event_name: 'preToolUse',
            workspace_roots: ['/r'],
            tool_name,
            tool_input: { command: 'ls' },
          },
          { tool: tool_name, input: {}, elsewhere: true, cwd: '/r', session: 'c' },
        ] as const,
    ),
  ] as const)('of %s is read', (agent, event, wanted) => {
    expect(readEvent(agent, JSON.stringify(event))).toEqual(wanted)
  })

  it('may begin with a mark of its encoding', () => {
    const event =
      '{"session_id":"s","cwd":"/p","hook_event_name":"PreToolUse","tool_name":"Read","tool_input":{}}'
    expect(readEvent('claude-code', `\ufeff${event}`)).toEqual({
      tool: 'Read',
      input: {},
      cwd: '/p',
      session: 's',
    })
  })

  it.each([
    ['claude-code', '', 'the event is not JSON'],
    ['claude-code', '[]', 'the event is not an object'],
    ['claude-code', '{}', 'the event has no name'],
    [
      'claude-code',
      '{"hook_event_name":"PostToolUse"}',
      'the event PostToolUse is not one that comes before a tool',
    ],
    ['claude-code', '{"hook_event_name":"PreToolUse","cwd":"/p"}', 'the event names no tool'],
    [
      'claude-code',
      '{"hook_event_name":"PreToolUse","tool_name":"Bash"}',
      'the event names no folder',
    ],
    ['cursor', '{"hook_event_name":"stop"}', 'the event stop is not one that comes before a tool'],
  ] as const)('of %s that is %j is told apart', (agent, text, wrong) => {
    expect(readEvent(agent, text)).toEqual({ wrong })
  })
})

describe('the arguments of an MCP call', () => {
  const native = (input: string): string =>
    `{"session_id":"s","cwd":"/p","hook_event_name":"PreToolUse","tool_name":"mcp__forge__create","tool_input":${input}}`
  const asText = (input: string): string =>
    JSON.stringify({
      conversation_id: 'c',
      hook_event_name: 'beforeMCPExecution',
      workspace_roots: ['/p'],
      tool_name: 'create',
      tool_input: input,
      command: 'forge',
    })
  const doors = [
    ['claude-code', native],
    ['codex', native],
    ['cursor', asText],
  ] as const
  const inputOf = (agent: HookAgent, text: string) => {
    const event = readEvent(agent, text)
    return 'input' in event ? event.input : event
  }

  it.each(doors)('reach %s whole, whatever their names and kinds', (agent, event) => {
    const input = {
      description: 'runs on the server',
      Description: { description: ['deep', { description: null }] },
      constructor: 1,
      toString: false,
      '': '',
      'description\u200b': 'unseen',
      cwd: '/elsewhere',
      input: { input: {} },
    }
    expect(inputOf(agent, event(JSON.stringify(input)))).toEqual(input)
    const tool = nativeTool(nativeName(agent, 'mcp__forge__create'))?.tool
    const args = argumentsOf(input, '/p')
    expect(tool?.input.safeParse(args).data).toEqual(args)
  })

  it.each([
    ['"a text"', { value: 'a text' }],
    ['["a list"]', { value: ['a list'] }],
    ['7', { value: 7 }],
    ['true', { value: true }],
    ['null', {}],
  ])('that are %s are shown too', (input, wanted) =>
    expect(inputOf('claude-code', native(input))).toEqual(wanted),
  )

  it.each(
    doors.flatMap(([agent, event]) =>
      [
        `{"title":"x","__proto__":{"admin":true}}`,
        `{"title":"x","\\u005f_proto__":1}`,
        `{"deep":[{"__proto__":"x"}]}`,
        `{"id":9007199254740993}`,
        `{"id":-1234567890123456789}`,
        `{"deep":[[0.1000000000000000055]]}`,
        `{"far":1e999}`,
      ].map((input) => [agent, input, event(input)] as const),
    ),
  )('of %s that cannot be shown as they are stop the call: %s', (agent, _input, text) =>
    expect(readEvent(agent, text)).toMatchObject({ wrong: expect.stringContaining('shown') }),
  )

  it.each(
    doors.flatMap(([agent, event]) =>
      [
        String.raw`{"command":"ls","command":"id"}`,
        String.raw`{"a":{"b":1,"\u0062":2}}`,
        String.raw`{"list":[{"a":1,"a":1}]}`,
      ].map((input) => [agent, input, event(input)] as const),
    ),
  )('of %s of which a key is there twice stop the call: %s', (agent, _input, text) =>
    expect(readEvent(agent, text)).toMatchObject({ wrong: expect.stringMatching(/ twice, so/) }),
  )

  it.each(['0', '-0', '1.50', '1e3', '0.1', '9007199254740991', '1E-7', '100000000000000000000'])(
    'may be the number %s, which reads as it is written',
    (number) => expect(inputOf('codex', native(`{"n":${number}}`))).toEqual({ n: Number(number) }),
  )

  const servers = [
    'npx -y @scope/server',
    'npx -y scope/server',
    'npx -y scope-server',
    'http://h:1/mcp',
    'http://h/1/mcp',
    'http://h-1/mcp',
    `http://${'h'.repeat(80)}/a`,
    `http://${'h'.repeat(80)}/b`,
  ]
  it('of two servers of Cursor never go by the same name', () => {
    const names = servers.map((command) => {
      const event = readEvent(
        'cursor',
        JSON.stringify({
          hook_event_name: 'beforeMCPExecution',
          conversation_id: 'c',
          workspace_roots: ['/p'],
          tool_name: 'q',
          tool_input: '{}',
          command,
        }),
      )
      return 'tool' in event ? event.tool : ''
    })
    expect(new Set(names).size).toBe(servers.length)
    expect(names.filter((name) => nativeTool(nativeName('cursor', name)) === null)).toEqual([])
  })
})

describe('the end of a session', () => {
  it.each([
    [
      'claude-code',
      '{"hook_event_name":"SessionEnd","session_id":"s","reason":"exit","cwd":"/p"}',
      { over: 's' },
    ],
    [
      'gemini-cli',
      '{"hook_event_name":"SessionEnd","session_id":"s","reason":"clear"}',
      { over: 's' },
    ],
    [
      'cursor',
      '{"hook_event_name":"sessionEnd","conversation_id":"c","reason":"completed"}',
      { over: 'c' },
    ],
    [
      'codex',
      '{"hook_event_name":"SessionEnd","session_id":"s"}',
      { wrong: 'the event SessionEnd is not one that comes before a tool' },
    ],
  ] as const)('of %s is read from %s', (agent, text, wanted) =>
    expect(readEvent(agent, text)).toEqual(wanted),
  )
})

describe('an answer', () => {
  const allow = { effect: 'allow', reason: 'r' } as const
  const edited = { ...allow, updatedInput: { command: 'ls' } }
  const deny = { effect: 'deny', reason: 'r' } as const
  const ask = { effect: 'ask', reason: 'r' } as const
  const claude = (permissionDecision: string, more: object = {}) => ({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision,
      permissionDecisionReason: 'r',
      ...more,
    },
  })
  it.each([
    ['claude-code', allow, claude('allow')],
    ['claude-code', edited, claude('allow', { updatedInput: { command: 'ls' } })],
    ['claude-code', deny, claude('deny')],
    ['claude-code', ask, claude('ask')],
    ['cursor', allow, { permission: 'allow' }],
    ['cursor', deny, { permission: 'deny', user_message: 'r', agent_message: 'r' }],
    ['cursor', ask, { permission: 'ask', user_message: 'r', agent_message: 'r' }],
    ['codex', allow, {}],
    [
      'codex',
      edited,
      {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'allow',
          updatedInput: { command: 'ls' },
        },
      },
    ],
    ['codex', deny, claude('deny')],
    ['codex', ask, claude('deny')],
    ['gemini-cli', allow, { decision: 'allow' }],
    ['gemini-cli', deny, { decision: 'deny', reason: 'r' }],
    ['gemini-cli', ask, { decision: 'deny', reason: 'r' }],
  ] as const)('for %s: %j', (agent, decision, wanted) => {
    const { stdout, stderr, code } = answerFor(agent, decision)
    expect([JSON.parse(stdout), stderr, code]).toEqual([wanted, '', 0])
  })

  it('that cannot carry what a person edited stops the call', () => {
    expect(answerFor('cursor', edited)).toMatchObject({ stdout: '', code: 2 })
    expect(stop('a', '', 'b')).toEqual({ stdout: '', stderr: 'gatehouse: a b\n', code: 2 })
  })
})
