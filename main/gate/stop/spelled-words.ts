// Pure. The words of a line as a shell could make them: homes and the folder it runs in put in, choices
// between braces each by itself, and a star for what only the shell knows. More words than the line
// has, never fewer.
import type { PathRoots } from '../path-glob.ts'

const MOST_CHOICES = 64
const LONGEST = 32_768

export function spelledWords(line: string, cwd: string, { home }: PathRoots): readonly string[] {
  const name = home.slice(home.lastIndexOf('/') + 1)
  const text = line
    .slice(0, LONGEST)
    .replaceAll(/\$\{HOME\b[^{}]{0,80}\}|\$HOME\b/g, home)
    .replaceAll(/\$\{PWD\b[^{}]{0,80}\}|\$PWD\b|\$\(\s*pwd(?:\s+-[LP])?\s*\)|`\s*pwd\s*`/g, cwd)
    .replaceAll(/\$\{[^{}]{0,200}\}|\$\([^()]{0,200}\)|`[^`]{0,200}`|\$\w+|\$[?$!#@*-]/g, '*')
    // Quotes part no words, and a sign behind a backslash is itself.
    .replaceAll(/\$?["'\\]/g, '')
  return text
    .split(/[\s;|&<>()]+/)
    .flatMap(choices)
    .map((word) => {
      const ends = [undefined, '/'].includes(word[name.length + 1])
      return (
        (
          name !== '' && word.startsWith(`~${name}`) && ends
            ? home + word.slice(name.length + 1)
            : word
        )
          .replace(/^~\+(?=\/|$)/, cwd)
          // From the root of a repository.
          .replace(/^:(?:\/|\([^)]*\)|!|\^)/, '')
      )
    })
    .filter((word) => word !== '')
}

/** `a{b,c}d` is `abd` and `acd`; more of them than anybody writes are left as they are. */
function choices(word: string): readonly string[] {
  let open: readonly string[] = [word]
  while (open.length <= MOST_CHOICES) {
    const next = open.flatMap((each) => {
      const found = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(each)
      return found === null
        ? [each]
        : (found[2] ?? '').split(',').map((part) => `${found[1] ?? ''}${part}${found[3] ?? ''}`)
    })
    if (next.length === open.length) return open
    open = next
  }
  return [word]
}
