// Which commands fetch a package, and which package that is.
import { describe, expect, it } from 'vitest'
import { exactVersion, packageCommand } from '../../../contract/server/package-command.ts'

const read = (line: string): unknown => {
  const [command = '', ...args] = line.split(' ')
  const found = packageCommand(command, args)
  if (found.kind !== 'package') return found.kind
  const { source, name, wanted, program, args: rest } = found
  return [source, name, wanted, program, rest.join(' '), exactVersion(found)]
}

describe('a command', () => {
  it.each<readonly [string, unknown]>([
    ['npx -y @x/everything', ['npm', '@x/everything', '', null, '', null]],
    ['npx @x/everything@latest stdio', ['npm', '@x/everything', '', null, 'stdio', null]],
    ['npx -y server@1.2.3 --flag /a', ['npm', 'server', '1.2.3', null, '--flag /a', '1.2.3']],
    ['npx --yes -- server@^1.2 -y', ['npm', 'server', '^1.2', null, '-y', null]],
    ['npx -p @x/y@2.0.0 tool --all', ['npm', '@x/y', '2.0.0', 'tool', '--all', '2.0.0']],
    ['npx --package=@x/y -y tool', ['npm', '@x/y', '', 'tool', '', null]],
    ['/usr/bin/npx server', ['npm', 'server', '', null, '', null]],
    ['C:\\node\\npx.cmd server', ['npm', 'server', '', null, '', null]],
    ['cmd /c npx -y server', ['npm', 'server', '', null, '', null]],
    ['npm exec -y -- server --a', ['npm', 'server', '', null, '--a', null]],
    ['pnpm dlx server', ['npm', 'server', '', null, '', null]],
    ['bunx -y server', ['npm', 'server', '', null, '', null]],
    ['uvx mcp-server-git', ['pypi', 'mcp-server-git', '', null, '', null]],
    [
      'uvx mcp-server-git@1.2 --repo /r',
      ['pypi', 'mcp-server-git', '==1.2', null, '--repo /r', '1.2'],
    ],
    ['uvx --from git-tools==2.0.1 serve', ['pypi', 'git-tools', '==2.0.1', 'serve', '', '2.0.1']],
    ['uv tool run mcp-server[web]>=1,<2', ['pypi', 'mcp-server[web]', '>=1,<2', null, '', null]],
    ['pipx run server', ['pypi', 'server', '', null, '', null]],
    // It runs what is here already.
    ['node /srv/server.js', 'program'],
    ['npm start', 'program'],
    ['uv run server.py', 'program'],
    ['/home/me/npx-tool server', 'program'],
    // It fetches what cannot be pinned, or in a way that is not known here.
    ['npx', 'unreadable'],
    ['npx -y', 'unreadable'],
    ['npx -c rm', 'unreadable'],
    ['npx --registry=https://other.example server', 'unreadable'],
    ['npx -p one -p two tool', 'unreadable'],
    ['npx -p one', 'unreadable'],
    ['npx github:x/y', 'unreadable'],
    ['npx https://x.example/y.tgz', 'unreadable'],
    ['npx ./here', 'unreadable'],
    ['npx x@npm:y', 'unreadable'],
    ['npx x@file:../y', 'unreadable'],
    ['uvx --from git+https://x.example/y serve', 'unreadable'],
    ['uvx --with other server', 'unreadable'],
    ['uvx --index-url https://other.example server', 'unreadable'],
    ['uvx ./here', 'unreadable'],
  ])('%s', (line, expected) => expect(read(line)).toEqual(expected))
})
