// Completion for zsh. The same walk over the words as in bash; what is offered has a description.
import { kinds } from './kinds.ts'
import { single } from './shell-quote.ts'
import type { Node } from './syntax.ts'

export function zshCompletion(nodes: readonly Node[]): string {
  return `#compdef gatehouse
# Completion of gatehouse for zsh. Load it with: source <(gatehouse completion zsh)

_gatehouse_kind() {
  case "$1" in
${kinds(nodes)
  .map(([key, kind]) => `    (${single(key)}) REPLY=${single(kind)} ;;`)
  .join('\n')}
    (*' --config') REPLY=files ;;
    (*) REPLY='' ;;
  esac
}

_gatehouse_next() {
  case "$1" in
${nodes.map(({ path, next }) => `    (${single(path)}) reply=(${next.map(({ word, summary }) => single(`${word}:${summary}`)).join(' ')}) ;;`).join('\n')}
    (*) reply=() ;;
  esac
}

_gatehouse_options() {
  case "$1" in
${nodes.map(({ path, options }) => `    (${single(path)}) reply=(${options.flatMap(({ flags }) => flags).join(' ')}) ;;`).join('\n')}
    (*) reply=() ;;
  esac
}

_gatehouse_complete() {
  case "$1" in
    (words*) compadd -- \${(s: :)\${1#* }} ;;
  esac
  case "$1" in
    (files*|words+*) _files ;;
  esac
}

_gatehouse() {
  local program_path='' word longer REPLY
  local -i operands=0 at=2
  local -a reply
  while (( at < CURRENT )); do
    word=\${words[at]}
    at+=1
    case "$word" in
      (-*)
        _gatehouse_kind "$program_path $word"
        if [[ -n $REPLY ]]; then
          if (( at == CURRENT )); then
            _gatehouse_complete "$REPLY"
            return
          fi
          at+=1
        fi
        ;;
      (help) [[ -z $program_path ]] || operands+=1 ;;
      (*)
        longer="\${program_path:+$program_path }$word"
        _gatehouse_options "$longer"
        if (( operands == 0 && $#reply > 0 )); then
          program_path="$longer"
        else
          operands+=1
        fi
        ;;
    esac
  done
  if [[ \${words[CURRENT]} == -* ]]; then
    _gatehouse_options "$program_path"
    compadd -- $reply
    return
  fi
  if (( operands == 0 )); then
    _gatehouse_next "$program_path"
    (( $#reply == 0 )) || _describe command reply
  fi
  _gatehouse_kind "$program_path #$operands"
  _gatehouse_complete "$REPLY"
}

# Found in a folder of functions it is run to complete; loaded, it says what it completes.
if [[ $funcstack[1] == _gatehouse ]]; then
  _gatehouse "$@"
else
  compdef _gatehouse gatehouse
fi
`
}
