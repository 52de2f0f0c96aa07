// Completion for fish: one function that offers words with a description, asked for each time.
import { kinds } from './kinds.ts'
import type { Node } from './syntax.ts'

/** In fish a backslash counts within single quotes, too. */
const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`

export function fishCompletion(nodes: readonly Node[]): string {
  return `# Completion of gatehouse for fish. Load it with: gatehouse completion fish | source

function __gatehouse_kind
    switch "$argv[1]"
${kinds(nodes)
  .map(([key, kind]) => `        case ${quoted(key)}\n            echo ${quoted(kind)}`)
  .join('\n')}
        case '* --config'
            echo files
    end
end

function __gatehouse_next
    switch "$argv[1]"
${nodes
  .filter(({ next }) => next.length > 0)
  .map(
    ({ path, next }) =>
      `        case ${quoted(path)}\n${next.map(({ word, summary }) => `            printf '%s\\t%s\\n' ${quoted(word)} ${quoted(summary)}`).join('\n')}`,
  )
  .join('\n')}
    end
end

function __gatehouse_options
    switch "$argv[1]"
${nodes
  .map(
    ({ path, options }) =>
      `        case ${quoted(path)}\n            printf '%s\\n' ${options.flatMap(({ flags }) => flags).join(' ')}`,
  )
  .join('\n')}
    end
end

function __gatehouse_values
    set -l kind (string split ' ' -- $argv[1])
    string match -q 'words*' -- $kind[1]; and printf '%s\\n' $kind[2..-1]
    string match -qr '^(files|words\\+)$' -- $kind[1]; and __fish_complete_path (commandline -ct)
end

function __gatehouse_offer
    set -l words (commandline -opc)
    set -l path ''
    set -l operands 0
    set -l at 2
    while test $at -le (count $words)
        set -l word $words[$at]
        set at (math $at + 1)
        if string match -q -- '-*' $word
            set -l kind (__gatehouse_kind "$path $word")
            if test -n "$kind"
                if test $at -gt (count $words)
                    __gatehouse_values "$kind"
                    return
                end
                set at (math $at + 1)
            end
        else if test "$word" = help -a -z "$path"
            continue
        else
            set -l longer (string trim -- "$path $word")
            if test $operands -eq 0; and set -l found (__gatehouse_options "$longer"); and test -n "$found[1]"
                set path $longer
            else
                set operands (math $operands + 1)
            end
        end
    end
    if string match -q -- '-*' (commandline -ct)
        __gatehouse_options "$path"
        return
    end
    test $operands -eq 0; and __gatehouse_next "$path"
    set -l kind (__gatehouse_kind "$path #$operands")
    test -n "$kind"; and __gatehouse_values "$kind"
end

complete -c gatehouse -f -a '(__gatehouse_offer)'
`
}
