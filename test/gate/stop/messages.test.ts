// Words of a message are no paths, and nothing else of a line is left out for them.
import { describe, expect, it } from 'vitest'
import { analyseCommand } from '../../../main/command/analyse.ts'
import { pathPattern } from '../../../main/gate/path-glob.ts'
import { stoppedIn } from '../../../main/gate/stop/stop-in-command.ts'
import { zoneOf } from '../../command/summary.ts'

const roots = { workspace: '/w', home: '/home/p', foldsCase: false }
const stops = [pathPattern('keys', roots)]
const named = async (command: string): Promise<string | null> => {
  const parts = await analyseCommand(command, { cwd: '/w', zoneOf })
  return stoppedIn({ command, cwd: '/w', parts }, stops, roots)
}

describe('a message that has a word of the list', () => {
  it.each([
    'git commit -m "add keys"',
    'git commit -m keys',
    "git commit -m 'keys'",
    'git tag -m "keys" v1',
    'git stash push -m keys',
    'gh pr create --title keys --body "See above."',
    "git commit -am 'x' -m 'Read keys from the vault'",
    'git commit --message "Fix: keys (again)" && git push',
    'git tag -m "keys of v1" v1',
    'git stash push -m "wip keys"',
    'gh pr create --title "Add keys" --body "They are new"',
  ])('is none: %s', async (line) => expect(await named(line)).toBeNull())

  it.each([
    'git commit -m "add keys" keys',
    'git commit -m keys keys',
    'git commit -m keys; cat keys/a',
    'git commit -m keys -- "keys"',
    'git commit -m "keys" && tar cf x keys',
    'git commit -m$(cat keys)',
    // A file of git, a title of gh.
    'git commit -t keys',
    'git commit -t "my keys"',
    'git commit -F keys -m x',
    'git notes add -F keys',
    'gh pr create -F keys -t x',
    'git commit -m "cat keys"; sh -c "cat keys"',
    'git commit -m "$(cat keys)"',
    'git commit -m `cat keys`',
    'git commit -F keys',
    'git commit -m "add keys" && cat keys/a',
    'git add keys && git commit -m "add keys"',
    'bash -c "git commit -m \'add keys\'; cat keys"',
    'echo -m "cat keys" | sh',
    'xargs git commit -m "add keys"',
    'git -c alias.x="!cat keys" x',
    'gh pr create --body-file keys',
  ])('leaves the rest closed: %s', async (line) => expect(await named(line)).not.toBeNull())
})
