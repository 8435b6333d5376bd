import type { Completion } from './word-tree.ts'

/** For bash 3.2 and later. Where we know nothing better it completes files. */
export const bashScript = (completions: readonly Completion[]): string => `# bash completion for silla
_silla() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" typed="" words="" place
  for ((place = 1; place < COMP_CWORD; place++)); do typed+="\${typed:+ }\${COMP_WORDS[place]}"; done
${choice(completions)}
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _silla silla
`

/** Completes files where we know nothing better. */
export const zshScript = (completions: readonly Completion[]): string => `#compdef silla
_silla() {
  local previous="\${words[CURRENT-1]}" typed="\${(j: :)words[2,CURRENT-1]}"
  local -a known
  known=(\${(z)$(_silla_words "$typed" "$previous")})
  if (( \${#known} )); then compadd -a known; else _files; fi
}
_silla_words() {
  local typed="$1" previous="$2" words=""
${choice(completions)}
  echo "$words"
}
if [ "$funcstack[1]" = "_silla" ]; then _silla "$@"; else compdef _silla silla; fi
`

/** Of what was typed and the word before, the words that may follow: the same in both shells. */
function choice(completions: readonly Completion[]): string {
  const exact = completions.filter(({ isCommand }) => !isCommand)
  const values = exact.filter(({ after }) => / -/.test(after)).map((each) => ({ ...each, ...lastWord(each.after) }))
  const flagCases = values.map(
    ({ command, flag, words }) => `    "${command} "*" ${flag}") words="${words.join(' ')}" ;;`,
  )
  const cases = [
    ...exact
      .filter(({ after }) => !/ -/.test(after))
      .map(({ after, words }) => `    "${after}") words="${words.join(' ')}" ;;`),
    ...completions
      .filter(({ isCommand }) => isCommand)
      .map(({ after, words }) => `    "${after}"|"${after} "*) words="${words.join(' ')}" ;;`),
  ]
  return `  case "$typed  $previous" in\n${flagCases.join('\n')}\n    *) case "$typed" in\n${cases.join('\n')}\n    esac ;;\n  esac`
}

function lastWord(after: string): { command: string; flag: string } {
  const place = after.lastIndexOf(' ')
  return { command: after.slice(0, place), flag: after.slice(place + 1) }
}
