// What comes behind a program that no table has, which may be a wrapper of the person's own.
import { bareName } from '../../../contract/policy/command-names.ts'
import type { Word } from '../parse/words.ts'
import { dangersOf } from '../risks/risk.ts'
import { unwrap } from './unwrap.ts'
import { classify } from './classify.ts'
import { harmless, hidden, together, type Verdict } from './partial-part.ts'

/** Programs whose worst a program that no table has may be asked to do. */
const WRAPPED: ReadonlySet<string> = new Set(
  'rm shred dd wipefs sudo doas su pkexec chown git hg svn docker podman kubectl helm terraform tofu pulumi aws gcloud az gh npm npx pnpm pnpx yarn bunx uvx cargo gem pip pip3 find sh bash dash zsh ksh fish python python3 node deno perl ruby php killall pkill systemctl psql mysql redis-cli'.split(
    ' ',
  ),
)

/**
 * Behind a program that no table has: it may be a wrapper. What its words would do alone
 * counts where that is the worst there is; else it stays as unknown as it was.
 */
export function behindUnknown(words: readonly Word[]): Verdict {
  const at = words.findIndex(({ value }) => value !== null && WRAPPED.has(bareName(value)))
  const program = words[at]?.value
  if (program === null || program === undefined) return harmless
  const [name, rest] = [bareName(program), words.slice(at + 1)]
  if (rest.length === 0) return harmless
  const { effects, opaque } =
    unwrap(name, rest) === null ? together(classify(name, rest), dangersOf(name, rest)) : hidden
  const worst = effects.filter(
    (effect) => effect === 'destructive' || effect === 'privileged' || effect === 'account',
  )
  return { effects: worst, uses: [], opaque }
}
