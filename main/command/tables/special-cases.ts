// Which programs are judged by more than a table.
import type { Verdict } from '../effects/partial-part.ts'
import { classifyGit } from '../effects/git.ts'
import {
  isInterpreter,
  classifyAwk,
  classifyInterpreter,
  classifySed,
} from '../effects/interpreters.ts'
import { classifyContainers, classifyFetched, classifyPackages } from '../effects/packages.ts'
import {
  classifyChmod,
  classifyDate,
  classifyDd,
  classifyKill,
  classifyRm,
  classifyTruncate,
} from '../effects/tools.ts'
import { classifyTar } from '../effects/archives.ts'
import { classifyCurl, classifyWget } from '../effects/downloads.ts'
import { classifyRsync, classifyScp, classifySsh } from '../effects/transfers.ts'
import type { Word } from '../parse/words.ts'
import { splitNames } from '../split-names.ts'

type Classify = (words: readonly Word[], name: string) => Verdict

const each = (names: string, classify: Classify): readonly (readonly [string, Classify])[] =>
  splitNames(names).map((name) => [name, classify])

const SPECIAL: ReadonlyMap<string, Classify> = new Map([
  ...each('git', classifyGit),
  ...each('sed gsed', classifySed),
  ...each('awk gawk mawk nawk original-awk', classifyAwk),
  ...each('rm grm unlink', classifyRm),
  ...each('chmod', classifyChmod),
  ...each('kill', classifyKill),
  ...each('date hostname', classifyDate),
  ...each('dd', classifyDd),
  ...each('truncate', classifyTruncate),
  ...each('tar gtar bsdtar', classifyTar),
  ...each('curl', classifyCurl),
  ...each('wget', classifyWget),
  ...each('rsync', classifyRsync),
  ...each('scp', classifyScp),
  ...each('ssh', classifySsh),
  ...each(
    'npm pnpm yarn bun pip pip3 pipx uv poetry pipenv cargo go gem bundle composer dotnet conda mamba deno',
    classifyPackages,
  ),
  ...each('npx bunx uvx pnpx', classifyFetched),
  ...each('docker podman nerdctl docker-compose kubectl helm', classifyContainers),
])

export const specialCaseOf = (name: string): Classify | null =>
  SPECIAL.get(name) ?? (isInterpreter(name) ? classifyInterpreter : null)
