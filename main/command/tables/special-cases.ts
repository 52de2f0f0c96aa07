// Which programs are judged by more than a table.
import type { Verdict } from '../effects/partial-part.ts'
import { judgeGit } from '../effects/git.ts'
import { isInterpreter, judgeAwk, judgeInterpreter, judgeSed } from '../effects/interpreters.ts'
import { judgeContainers, judgeFetched, judgePackages } from '../effects/packages.ts'
import { judgeChmod, judgeDate, judgeDd, judgeKill, judgeRm, judgeTruncate } from '../effects/tools.ts'
import { judgeCurl, judgeRsync, judgeScp, judgeSsh, judgeTar, judgeWget } from '../effects/transfers.ts'
import type { Word } from '../parse/words.ts'

type Judge = (words: readonly Word[], name: string) => Verdict

const each = (names: string, judge: Judge): readonly (readonly [string, Judge])[] => names.split(' ').map((name) => [name, judge])

const SPECIAL: ReadonlyMap<string, Judge> = new Map([
  ...each('git', judgeGit),
  ...each('sed gsed', judgeSed),
  ...each('awk gawk mawk nawk original-awk', judgeAwk),
  ...each('rm grm unlink', judgeRm),
  ...each('chmod', judgeChmod),
  ...each('kill', judgeKill),
  ...each('date hostname', judgeDate),
  ...each('dd', judgeDd),
  ...each('truncate', judgeTruncate),
  ...each('tar gtar bsdtar', judgeTar),
  ...each('curl', judgeCurl),
  ...each('wget', judgeWget),
  ...each('rsync', judgeRsync),
  ...each('scp', judgeScp),
  ...each('ssh', judgeSsh),
  ...each('npm pnpm yarn bun pip pip3 pipx uv poetry pipenv cargo go gem bundle composer dotnet conda mamba deno', judgePackages),
  ...each('npx bunx uvx pnpx', judgeFetched),
  ...each('docker podman nerdctl docker-compose kubectl helm', judgeContainers),
])

export const specialOf = (name: string): Judge | null => SPECIAL.get(name) ?? (isInterpreter(name) ? judgeInterpreter : null)
