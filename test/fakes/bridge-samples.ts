// Held calls of every kind, for pictures and for trying the card: command, edit, request, one with
// hidden characters, one R4.
import type { Approval } from '../../contract/approval/approval.ts'
import type { LeasePatterns } from '../../contract/approval/lease.ts'
import type { CommandPart } from '../../contract/call/command.ts'
import { aLargeRehearsal } from './bridge-rehearsal.ts'
import { approval, callId, decision, fileHash, runId, session, workspace } from './bridge-data.ts'

const readme =
  '# Site\n\nA small site.\n\n## Build\n\nRun `make`.\n\n## Test\n\nRun `make test`.\n\n## Licence\n\nApache-2.0\n'

const noLimits: LeasePatterns = { paths: [], hosts: [], methods: [], commands: [] }

const part = (
  text: string,
  effects: CommandPart['effects'],
  more: Partial<CommandPart> = {},
): CommandPart => ({
  text,
  words: text.split(' '),
  opaque: false,
  exact: true,
  via: [],
  effects,
  ...more,
})

export const samples = (): readonly Approval[] => [
  approval(101, {
    undo: {
      kind: 'files',
      text: 'You can undo this: a snapshot of the workspace is kept, 1,204 files and folders, 18 MB.',
    },
    tool: 'exec',
    title: 'Run a command',
    args: {
      command: 'npm test 2>&1 | tee out.log &&\n  git add -A && git commit -m "Release notes"',
      working_dir: '.',
    },
    decision: decision(
      'R3',
      'confirm',
      [
        {
          kind: 'proc.run',
          command: 'npm test 2>&1 | tee out.log &&\n  git add -A && git commit -m "Release notes"',
          cwd: workspace,
          zone: 'workspace',
          parts: [
            part('npm test', ['unknown'], { opaque: true }),
            part('tee out.log', ['writes-inside']),
            part('git add -A', ['writes-inside']),
            part('git commit -m "Release notes"', ['writes-inside']),
          ],
        },
      ],
      [
        'Commands always ask: they can do anything the sandbox lets them.',
        'The command line has several parts, and one of them writes.',
      ],
    ),
    answers: ['once', 'session', 'scope', 'always', 'deny-once', 'deny-scope', 'deny-always'],
    proposals: [
      {
        patterns: noLimits,
        exact: true,
        allows: true,
        text: '“npm test 2>&1 | tee out.log &&\n  git add -A && git commit -m "Release notes"”',
      },
      {
        patterns: {
          ...noLimits,
          parts: [
            { words: ['npm', 'test'], more: true },
            { words: ['tee', 'out.log'], more: false },
            { words: ['git', 'add'], more: true },
            { words: ['git', 'commit'], more: true },
          ],
        },
        exact: false,
        allows: true,
        text: '“npm test” with any arguments, then “tee out.log”, then “git add” with any arguments, then “git commit” with any arguments',
      },
    ],
    origins: [{ pointer: '/command', origin: { kind: 'model' } }],
  }),
  approval(102, {
    tool: 'edit_file',
    title: 'Edit a file',
    createdAt: Date.now() - 95_000,
    expiresAt: Date.now() + 505_000,
    args: { path: 'README.md', old_text: 'Run `make`.', new_text: 'Run `npm start`.' },
    previews: [
      {
        path: `${workspace}/README.md`,
        before: readme,
        after: readme
          .replace('Run `make`.', 'Run `npm start`.')
          .replace('small site', 'small and fast site'),
      },
    ],
    fileHashes: { [`${workspace}/README.md`]: fileHash(readme) },
    decision: decision(
      'R2',
      'confirm',
      [{ kind: 'fs.write', path: `${workspace}/README.md`, zone: 'workspace', is: 'file' }],
      ['It writes inside the workspace.'],
    ),
    answers: ['once', 'session', 'scope', 'always', 'deny-once', 'deny-scope', 'deny-always'],
    proposals: [
      {
        patterns: { ...noLimits, edits: true },
        exact: true,
        allows: true,
        text: 'edits of README.md',
      },
      {
        patterns: { ...noLimits, paths: [`${workspace}/**`], edits: true },
        exact: false,
        allows: true,
        text: 'edits anywhere in the workspace',
      },
    ],
  }),
  approval(103, {
    undo: { kind: 'none', text: 'This cannot be undone: its effects on another machine remain.' },
    tool: 'http',
    title: 'HTTP request',
    createdAt: Date.now() - 12_000,
    expiresAt: Date.now() + 588_000,
    args: {
      method: 'POST',
      url: 'https://paste.example.net/upload?public=1',
      headers: { 'content-type': 'text/plain', authorization: '[secret]' },
      body: 'Build log of 21 November\n\nAll 41 pages built.',
    },
    decision: decision(
      'R3',
      'confirm',
      [
        {
          kind: 'net.fetch',
          method: 'POST',
          url: 'https://paste.example.net/upload?public=1',
          host: 'paste.example.net',
          port: 443,
          reach: 'public',
          listed: false,
        },
      ],
      [
        'It leaves this machine, to a host that is not on your allowlist.',
        'The address came out of a web page this run has read.',
        'This run has read private data, and this call sends data out.',
      ],
    ),
    answers: ['once', 'deny-once', 'deny-always'],
    origins: [
      {
        pointer: '/url',
        origin: {
          kind: 'tool',
          source: {
            callId: callId(90),
            tool: 'web_fetch',
            from: 'https://forum.example.net/t/812',
            label: 'untrusted',
          },
        },
      },
      { pointer: '/body', origin: { kind: 'model' } },
    ],
    taint: {
      privateRead: [
        {
          callId: callId(88),
          tool: 'read_file',
          from: '/home/ada/letters/2026.md',
          label: 'private',
        },
      ],
      untrustedRead: [
        {
          callId: callId(90),
          tool: 'web_fetch',
          from: 'https://forum.example.net/t/812',
          label: 'untrusted',
        },
      ],
    },
  }),
  approval(104, {
    tool: 'exec',
    title: 'Run a command',
    createdAt: Date.now() - 6_000,
    expiresAt: Date.now() + 41_000,
    principal: { kind: 'subagent', name: 'cleaner', session, runId: runId(1), parent: 'assistant' },
    args: { command: 'rm -rf ./build\u202e dliub/. \u200b&& sudo true', working_dir: '..' },
    decision: decision(
      'R4',
      'confirm',
      [
        {
          kind: 'proc.run',
          command: 'rm -rf ./build\u202e dliub/. \u200b&& sudo true',
          cwd: '/home/ada',
          zone: 'outside',
          parts: [
            part('rm -rf ./build\u202e dliub/. \u200b', ['destructive', 'writes-outside']),
            part('sudo true', ['privileged']),
            part('true', ['read-only'], { via: ['sudo'] }),
          ],
        },
      ],
      [
        'It deletes a whole tree.',
        'It runs as administrator than you gave it (sudo).',
        'It runs outside the workspace.',
      ],
    ),
    answers: ['once', 'deny-once', 'deny-always'],
  }),
  approval(105, {
    tool: 'exec',
    title: 'Run a command',
    createdAt: Date.now() - 20_000,
    args: { command: 'npm run build', working_dir: '.' },
    decision: decision(
      'R3',
      'confirm',
      [
        {
          kind: 'proc.run',
          command: 'npm run build',
          cwd: workspace,
          zone: 'workspace',
          parts: [part('npm run build', ['unknown'], { opaque: true })],
        },
      ],
      ['Commands always ask.'],
    ),
    undo: {
      kind: 'part',
      text: 'You can undo part of this: a snapshot of the workspace is kept, 1,204 files and folders, 18 MB. 2 pipes, sockets or devices in it are not.',
    },
    again: 'The workspace changed after the rehearsal, so the approval was not used.',
    rehearsal: aLargeRehearsal,
  }),
  approval(106, {
    tool: 'http',
    title: 'HTTP request',
    createdAt: Date.now() - 9_000,
    args: {
      method: 'POST',
      url: 'https://tickets.example.org/api/v2/tickets',
      credential: 'tickets',
      body: { title: 'The build is slow' },
    },
    decision: decision(
      'R3',
      'confirm',
      [
        {
          kind: 'net.fetch',
          method: 'POST',
          url: 'https://tickets.example.org/api/v2/tickets',
          host: 'tickets.example.org',
          port: 443,
          reach: 'public',
          listed: true,
        },
        { kind: 'secrets.get', name: 'tickets' },
        {
          kind: 'net.connect',
          host: 'registry.npmjs.org',
          port: 443,
          reach: 'public',
          listed: false,
        },
        {
          kind: 'mcp.call',
          server: 'tickets-mcp',
          tool: 'create_ticket',
          trust: 'community',
          openWorld: true,
        },
      ],
      ['It uses a stored credential.', 'It leaves this machine.'],
    ),
    undo: { kind: 'none', text: 'This cannot be undone: its effects on another machine remain.' },
  }),
]
