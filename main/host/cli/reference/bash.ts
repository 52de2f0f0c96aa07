// Completion for bash, from version 3.2 on, which is what macOS has: no associative arrays.
import { kinds } from './kinds.ts'
import { single } from './shell-quote.ts'
import type { Node } from './syntax.ts'

export function bashCompletion(nodes: readonly Node[]): string {
  return `# Completion of gatehouse for bash. Load it with: source <(gatehouse completion bash)

_gatehouse_kind() {
  case "$1" in
${kinds(nodes)
  .map(([key, kind]) => `    ${single(key)}) echo ${single(kind)} ;;`)
  .join('\n')}
    *' --config') echo files ;;
  esac
}

_gatehouse_next() {
  case "$1" in
${nodes.map(({ path, next }) => `    ${single(path)}) echo ${single(next.map(({ word }) => word).join(' '))} ;;`).join('\n')}
  esac
}

_gatehouse_options() {
  case "$1" in
${nodes.map(({ path, options }) => `    ${single(path)}) echo ${single(options.flatMap(({ flags }) => flags).join(' '))} ;;`).join('\n')}
  esac
}

_gatehouse_complete() {
  local kind="$1" current="$2"
  case "$kind" in
    words*) COMPREPLY+=($(compgen -W "\${kind#* }" -- "$current")) ;;
  esac
  case "$kind" in
    files* | words+*)
      type compopt >/dev/null 2>&1 && compopt -o filenames 2>/dev/null
      local line
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current")
      ;;
  esac
}

_gatehouse() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path='' operands=0 at=1 word longer
  COMPREPLY=()
  while [ "$at" -lt "$COMP_CWORD" ]; do
    word="\${COMP_WORDS[at]}"
    at=$((at + 1))
    case "$word" in
      -*)
        if [ -n "$(_gatehouse_kind "$path $word")" ]; then
          if [ "$at" -eq "$COMP_CWORD" ]; then
            _gatehouse_complete "$(_gatehouse_kind "$path $word")" "$current"
            return
          fi
          at=$((at + 1))
        fi
        ;;
      help) [ -z "$path" ] || operands=$((operands + 1)) ;;
      *)
        longer="\${path:+$path }$word"
        if [ "$operands" -eq 0 ] && [ -n "$(_gatehouse_options "$longer")" ]; then
          path="$longer"
        else
          operands=$((operands + 1))
        fi
        ;;
    esac
  done
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$(_gatehouse_options "$path")" -- "$current")) ;;
    *)
      [ "$operands" -gt 0 ] ||
        COMPREPLY=($(compgen -W "$(_gatehouse_next "$path")" -- "$current"))
      _gatehouse_complete "$(_gatehouse_kind "$path #$operands")" "$current"
      ;;
  esac
}

complete -F _gatehouse gatehouse
`
}
