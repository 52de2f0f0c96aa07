// Many held calls at once: a swarm of sub-agents that writes, fetches and runs.
import type { Approval } from '../../contract/approval/approval.ts'
import { approval, decision, runId, session, workspace } from './bridge-data.ts'

const askers = ['writer', 'linkcheck', 'cleaner', 'translator', 'release-notes']

/**
 * A third write pages of their own, a third fetch the same address, a third run commands. Every
 * twentieth is R4.
 */
export const manyHeld = (count: number): readonly Approval[] =>
  Array.from({ length: count }, (_, at) => {
    const name = askers[at % askers.length] ?? 'writer'
    const common = {
      createdAt: Date.now() - at * 700,
      expiresAt: Date.now() + 600_000 - at * 700,
      principal: { kind: 'subagent', name, session, runId: runId(1), parent: 'assistant' } as const,
    }
    if (at % 20 === 19)
      return approval(1_000 + at, {
        ...common,
        tool: 'exec',
        title: 'Run a command',
        args: { command: `rm -rf ./cache-${at}`, working_dir: '.' },
        decision: decision(
          'R4',
          'confirm',
          [
            {
              kind: 'proc.run',
              command: `rm -rf ./cache-${at}`,
              cwd: workspace,
              zone: 'workspace',
            },
          ],
          ['It deletes a whole tree.'],
        ),
        answers: ['once', 'deny-once', 'deny-always'],
      })
    if (at % 3 === 0)
      return approval(1_000 + at, {
        ...common,
        tool: 'write_file',
        title: 'Write a file',
        args: { path: `pages/page-${at}.md`, content: `# Page ${at}\n` },
        previews: [
          { path: `${workspace}/pages/page-${at}.md`, before: null, after: `# Page ${at}\n` },
        ],
        decision: decision(
          'R2',
          'confirm',
          [
            {
              kind: 'fs.write',
              path: `${workspace}/pages/page-${at}.md`,
              zone: 'workspace',
              is: 'missing',
            },
          ],
          ['It writes inside the workspace.'],
        ),
      })
    if (at % 3 === 1)
      return approval(1_000 + at, {
        ...common,
        tool: 'web_fetch',
        title: 'Fetch a page',
        args: { url: 'https://docs.example.org/guide' },
        decision: decision(
          'R3',
          'confirm',
          [
            {
              kind: 'net.fetch',
              method: 'GET',
              url: 'https://docs.example.org/guide',
              host: 'docs.example.org',
              port: 443,
              reach: 'public',
              listed: false,
            },
          ],
          ['The host is not on your allowlist.'],
        ),
      })
    return approval(1_000 + at, {
      ...common,
      tool: 'exec',
      title: 'Run a command',
      args: { command: `npm test -- part-${at}`, working_dir: '.' },
      decision: decision(
        'R3',
        'confirm',
        [
          {
            kind: 'proc.run',
            command: `npm test -- part-${at}`,
            cwd: workspace,
            zone: 'workspace',
          },
        ],
        ['Commands always ask.'],
      ),
    })
  })
